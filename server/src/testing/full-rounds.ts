/** True in `npm run soak`: repeating tests then run all of their rounds; `npm test` runs a few of each. */
export const fullRounds = process.env['FULL_ROUNDS'] === 'on';

/** All rounds in `npm run soak`, the first few in `npm test`. */
export function takeRounds<Round>(all: readonly Round[], few: number): readonly Round[] {
  return fullRounds ? all : all.slice(0, few);
}
