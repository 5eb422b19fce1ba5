import { MINUTE_MS, SECOND_MS } from '@limpid/contract/durations';

const shortestMs = 10 * MINUTE_MS;
const intervals = 3;

/** A real-time value or the mean of a minute that is stored later than this after its window is historical. */
export function liveLimitMs(reportSeconds: number): number {
  return Math.max(shortestMs, intervals * reportSeconds * SECOND_MS);
}
