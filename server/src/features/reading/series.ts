/** Numbers in the order of their moments. */
export interface Points {
  at: number[];
  values: number[];
}

/** The values of a channel that count, and for each step the number outside the channel's range, if there is one. */
export interface Series extends Points {
  /** For means: the valid seconds of the hour, or the valid hours of the day. */
  covered?: number[];
  /** For means read with their extremes: the lowest and highest value behind each, or the mean itself where none is stored. */
  low?: number[];
  high?: number[];
  outOfRange?: Points;
  /** By the start of the step, the lowest and highest value within it, if the device sent them. */
  extents?: Map<number, { low: number | null; high: number | null }>;
}
