import { setTimeout as wait } from 'node:timers/promises';

/** Time comes in from outside, so that a test can move it. */
export interface Clock {
  now(): Date;
  /** Resolves after so many milliseconds. */
  pause(ms: number): Promise<void>;
}

export const systemClock: Clock = { now: () => new Date(), pause: (ms) => wait(ms) };

/** As the wire has it: yyyy-MM-dd HH:mm:ss, which is the Swedish form. */
export function formatInZone(date: Date, timeZone: string): string {
  return date.toLocaleString('sv-SE', { timeZone });
}

export function minutesFrom(clock: Clock, minutes: number): Date {
  return new Date(clock.now().getTime() + minutes * 60_000);
}
