import { sortValues } from './percentile.ts';

export interface Histogram {
  /** The lower bound of the first bin. */
  start: number;
  width: number;
  /** Values in each bin: from its lower bound up to, but without, its upper bound. */
  counts: number[];
}

const steps = [1, 2, 5, 10];
/** No display shows differences this small. */
const negligible = 1e-6;

/** Counts values in at most `maxBins` bins of a round width; null without values. */
export function makeHistogram(values: Iterable<number | null>, maxBins = 40): Histogram | null {
  const sorted = sortValues(values);
  const [least, most] = [sorted[0], sorted.at(-1)];
  if (least === undefined || most === undefined) return null;
  const width = chooseWidth(most - least, maxBins);
  const first = Math.floor(least / width);
  const counts = Array.from({ length: Math.floor(most / width) - first + 1 }, () => 0);
  for (const value of sorted) {
    const bin = Math.floor(value / width) - first;
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return { start: first * width, width, counts };
}

/** The smallest of 1, 2, 5, 10, 20 … with which the range needs fewer bins than `maxBins`. */
function chooseWidth(range: number, maxBins: number): number {
  if (range < negligible) return 1;
  const least = range / (maxBins - 1);
  const power = 10 ** Math.floor(Math.log10(least));
  const width = steps.map((step) => step * power).find((one) => one >= least) ?? 10 * power;
  // Powers of ten below 1 are not exact: 3 * 10 ** -1 is 0.30000000000000004.
  return Number(width.toPrecision(6));
}
