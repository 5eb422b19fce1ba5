/** Time comes in from outside, so that a test can move it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

export function minutesFrom(clock: Clock, minutes: number): Date {
  return new Date(clock.now().getTime() + minutes * 60_000);
}
