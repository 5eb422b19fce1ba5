import { setTimeout as wait } from 'node:timers/promises';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import type { Clock } from '../platform/clock.ts';

/**
 * When the clock of every test application starts: the middle of a month, a day and an hour, far from every boundary
 * in the zones that tests use.
 */
export const testNow = Date.UTC(2026, 10, 18, 10, 30);

/** Starts of the minute, hour and UTC day of `testNow`. */
export const testMinute = testNow - (testNow % MINUTE_MS);
export const testHour = testNow - (testNow % HOUR_MS);
export const testDay = testNow - (testNow % DAY_MS);

/** A clock that starts at `testNow`, runs, and is moved by the test. */
export interface FakeClock extends Clock {
  advance(minutes: number): void;
  /** Moves to the time of the machine, for tests of programs that read their own clock or the times of files. */
  useMachineTime(): void;
  /** Milliseconds of each pause that was asked for; all are cut short. */
  pauses: number[];
}

export function makeClock(): FakeClock {
  const startedAt = performance.now();
  let offset = 0;
  const pauses: number[] = [];
  const elapsed = () => performance.now() - startedAt;
  return {
    now: () => new Date(testNow + elapsed() + offset),
    pauses,
    pause(ms) {
      pauses.push(ms);
      return wait(Math.min(ms, 20));
    },
    advance(minutes) {
      offset += minutes * MINUTE_MS;
    },
    useMachineTime() {
      offset = Date.now() - testNow - elapsed();
    },
  };
}
