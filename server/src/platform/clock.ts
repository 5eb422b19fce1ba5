import { setTimeout as wait } from 'node:timers/promises';
import { MINUTE_MS } from '@limpid/contract/durations';

/** The time is injected, so that a test can set it. */
export interface Clock {
  now(): Date;
  /** Resolves after this many milliseconds. */
  pause(ms: number): Promise<void>;
}

export const systemClock: Clock = { now: () => new Date(), pause: (ms) => wait(ms) };

/** The format of the wire, yyyy-MM-dd HH:mm:ss, which is the Swedish locale's. */
export function formatInZone(date: Date, timeZone: string): string {
  return date.toLocaleString('sv-SE', { timeZone });
}

export function minutesFrom(clock: Clock, minutes: number): Date {
  return new Date(clock.now().getTime() + minutes * MINUTE_MS);
}
