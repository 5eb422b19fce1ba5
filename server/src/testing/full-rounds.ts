/** Whether tests that repeat one thing do so as often as `npm run soak` asks for; `npm test` has a few rounds of each. */
export const fullRounds = process.env['FULL_ROUNDS'] === 'on';
