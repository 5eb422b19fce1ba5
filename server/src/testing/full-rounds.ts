/** True in `npm run soak`: repeating tests then run all of their rounds; `npm test` runs a few of each. */
export const fullRounds = process.env['FULL_ROUNDS'] === 'on';
