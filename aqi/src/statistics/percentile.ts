/** A copy in ascending order, without missing values. */
export function sortValues(values: Iterable<number | null>): Float64Array {
  const present: number[] = [];
  for (const value of values) if (value !== null && Number.isFinite(value)) present.push(value);
  return Float64Array.from(present).sort();
}

/**
 * The percentile of sorted values, or of the first `count` of them, by HJ 663: linear between the neighbours of rank
 * 1 + (n − 1)·p/100.
 */
export function percentileOf(
  sorted: ArrayLike<number>,
  percent: number,
  count = sorted.length,
): number | null {
  if (count === 0) return null;
  const rank = ((count - 1) * Math.min(Math.max(percent, 0), 100)) / 100;
  const lower = sorted[Math.floor(rank)] ?? Number.NaN;
  const upper = sorted[Math.ceil(rank)] ?? Number.NaN;
  return lower + (upper - lower) * (rank - Math.floor(rank));
}

export function medianOf(values: Iterable<number | null>): number | null {
  return percentileOf(sortValues(values), 50);
}

/** The median absolute deviation from the median: a spread that single outliers do not widen. */
export function medianDeviation(values: readonly (number | null)[]): number | null {
  const middle = medianOf(values);
  if (middle === null) return null;
  return medianOf(values.map((value) => (value === null ? null : Math.abs(value - middle))));
}
