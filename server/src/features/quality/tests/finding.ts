import { MINUTE_MS, SECOND_MS } from '@limpid/contract/durations';

/** What a test found: the value that triggered it, what it was compared with, and over how many hours or minutes. */
export interface RuleFinding {
  value: number | null;
  low: number | null;
  high: number | null;
  span: number | null;
}

/** The hours of a channel at one site, one after the other; NaN for an hour without enough valid data. */
export type Hours = Float64Array;

/** The valid minutes of a channel within an hour, in the order of time: where each begins, and its value. */
export interface Minutes {
  at: readonly number[];
  values: readonly number[];
}

/** The largest distance of two minutes that belong together, for an interval in seconds; minutes are whole ones. */
export function stepMsOf(interval: number): number {
  return Math.max(1, Math.ceil((interval * SECOND_MS) / MINUTE_MS)) * MINUTE_MS;
}
