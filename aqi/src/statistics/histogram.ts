import { scaleDecimal } from '../decimal.ts';
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
  const first = findBin(least, width);
  const counts = Array.from({ length: findBin(most, width) - first + 1 }, () => 0);
  for (const value of sorted) {
    const bin = findBin(value, width) - first;
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  const { units, decimals } = width;
  const scale = 10 ** decimals;
  return { start: (first * units) / scale, width: units / scale, counts };
}

/** A width as an integer of the last decimal: 0.02 is 2 units of two decimals. */
interface Width {
  units: number;
  decimals: number;
}

/** ⌊value / width⌋ on integers: in floating point 0.6 / 0.2 is 2.9999999999999996. */
function findBin(value: number, { units, decimals }: Width): number {
  const scale = 10 ** decimals;
  const whole = scaleDecimal(Math.abs(value), decimals, 'truncate');
  if (!Number.isFinite(whole)) return Math.floor((value * scale) / units);
  if (value >= 0) return Math.floor(whole / units);
  const isExact = whole / scale === -value;
  return Math.floor(-(isExact ? whole : whole + 1) / units);
}

/** The smallest of 1, 2, 5, 10, 20 … with which the range needs fewer bins than `maxBins`. */
function chooseWidth(range: number, maxBins: number): Width {
  if (range < negligible) return { units: 1, decimals: 0 };
  const least = range / (maxBins - 1);
  const exponent = Math.floor(Math.log10(least));
  const decimals = Math.max(0, -exponent);
  const power = 10 ** Math.max(0, exponent);
  const step = steps.find((one) => (one * power) / 10 ** decimals >= least) ?? 10;
  return { units: step * power, decimals };
}
