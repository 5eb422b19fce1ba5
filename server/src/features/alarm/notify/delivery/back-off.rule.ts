import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@limpid/contract/durations';

const delays = [
  10 * SECOND_MS,
  30 * SECOND_MS,
  MINUTE_MS,
  2 * MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  HOUR_MS,
];
const maxAgeMs = DAY_MS;

/**
 * How long to wait after so many failed attempts, at least as long as the receiver asked for, up to an hour; undefined if
 * the next attempt would come a day after the first.
 */
export function findRetryDelay(attempts: number, ageMs: number, askedMs = 0): number | undefined {
  const planned = delays[Math.min(attempts, delays.length) - 1] ?? delays[0] ?? 0;
  const delay = Math.max(planned, Math.min(askedMs, HOUR_MS));
  return ageMs + delay > maxAgeMs ? undefined : delay;
}
