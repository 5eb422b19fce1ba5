/** What a test found: the value that triggered it, what it was compared with, and over how many hours or minutes. */
export interface RuleFinding {
  value: number | null;
  low: number | null;
  high: number | null;
  span: number | null;
}

/** The hours of a channel at one site, one after the other; NaN for an hour without enough valid data. */
export type Hours = Float64Array;
