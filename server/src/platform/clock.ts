/** Time comes in from outside, so that a test can move it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** As the wire has it: yyyy-MM-dd HH:mm:ss, which is the Swedish form. */
export function formatInZone(date: Date, timeZone: string): string {
  return date.toLocaleString('sv-SE', { timeZone });
}

export function minutesFrom(clock: Clock, minutes: number): Date {
  return new Date(clock.now().getTime() + minutes * 60_000);
}
