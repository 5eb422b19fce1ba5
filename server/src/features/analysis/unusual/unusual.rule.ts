import { roundHalfEven } from '@limpid/aqi/decimal';
import { percentileOf } from '@limpid/aqi/statistics/percentile';
import { unusualLimits as limits, type UnusualKind } from '@limpid/contract/analysis/unusual';

/** Numbers, NaN where there is none: arrays of this form are read by the hundred thousand without a copy. */
type Numbers = ArrayLike<number>;

/** What is known about one channel of one site in the newest hour. */
export interface UnusualInput {
  value: number;
  /** The same hour of the day on each of the last 14 days. */
  sameHour: Numbers;
  /** The newest hour at the sites within 5 km; only read where it can matter. */
  neighbours: () => Numbers;
  /** The decimals of the display of the channel. */
  decimals: number;
  /** The lowest possible value of the channel; null if there is none. */
  minValue: number | null;
  /** The upper limit of level 2 of the channel; null for channels without one. */
  levelTwoLimit: number | null;
}

export interface UnusualReason {
  kind: UnusualKind;
  /** The median it is compared with. */
  usual: number;
  /** The bounds of what is usual; neighbours give no lower one. */
  lower: number | null;
  upper: number;
  /** Days or neighbours in the median. */
  count: number;
  /** How many times the threshold is exceeded; 1 is just unusual. */
  strength: number;
}

/** The strength of a value above neighbours that measure nothing at all. */
const maxStrength = 1000;

/** The strongest reason why a value is unusual; null if it is not, or if too little is known. */
export function findUnusual(input: UnusualInput): UnusualReason | null {
  const own = compareWithSameHour(input);
  const others = compareWithNeighbours(input);
  return others && others.strength > (own?.strength ?? 0) ? others : own;
}

/** Whether enough days are known to compare with. */
export function hasEnoughDays(sameHour: Numbers): boolean {
  return countBelow(sameHour, Number.POSITIVE_INFINITY) >= limits.minDays;
}

/** Outside the median ± 4 MAD of the same hour; the deviation counts as one display unit at least. */
function compareWithSameHour(input: UnusualInput): UnusualReason | null {
  const { value, sameHour, decimals, minValue } = input;
  if (!hasEnoughDays(sameHour)) return null;
  const known = sortKnown(sameHour);
  const usual = percentileOf(known, 50) ?? 0;
  // A flat series has a deviation of 0, with which every change would be unusual.
  const reach = limits.deviations * Math.max(findDeviation(known, usual), 10 ** -decimals);
  const strength = Math.min(Math.abs(value - usual) / reach, maxStrength);
  if (strength <= 1) return null;
  const upper = usual + reach;
  const lower = minValue === null ? usual - reach : Math.max(usual - reach, minValue);
  // The displayed numbers decide: a displayed 58 is not outside a displayed range up to 58.
  const show = (number: number) => roundHalfEven(number, decimals);
  if (show(value) >= show(lower) && show(value) <= show(upper)) return null;
  const kind = value > usual ? 'aboveUsual' : 'belowUsual';
  return { kind, usual, lower, upper, count: known.length, strength };
}

/** Above twice the median of the neighbours, by at least 20 % of the limit of level 2. */
function compareWithNeighbours({ value, neighbours, levelTwoLimit }: UnusualInput): UnusualReason | null {
  if (levelTwoLimit === null || value < limits.limitShare * levelTwoLimit) return null;
  const around = neighbours();
  const count = countBelow(around, Number.POSITIVE_INFINITY);
  if (count < limits.minNeighbours) return null;
  // With half of them above, so is the median; only few sites have to sort their neighbours.
  if (2 * countBelow(around, value / limits.neighbourFactor) < count) return null;
  const usual = percentileOf(sortKnown(around), 50) ?? 0;
  const upper = limits.neighbourFactor * usual;
  if (value - usual < limits.limitShare * levelTwoLimit || value <= upper) return null;
  const strength = Math.min(upper > 0 ? value / upper : maxStrength, maxStrength);
  return { kind: 'aboveNeighbours', usual, lower: null, upper, count, strength };
}

/** How many numbers are below a bound; NaN is below nothing. */
function countBelow(values: Numbers, bound: number): number {
  let count = 0;
  for (let place = 0; place < values.length; place++) if ((values[place] ?? Number.NaN) < bound) count++;
  return count;
}

/** The known numbers in ascending order. */
function sortKnown(values: Numbers): Float64Array {
  const known = new Float64Array(countBelow(values, Number.POSITIVE_INFINITY));
  let count = 0;
  for (let place = 0; place < values.length; place++) {
    const value = values[place] ?? Number.NaN;
    if (!Number.isNaN(value)) known[count++] = value;
  }
  return sortFew(known);
}

/** Fourteen days are sorted by insertion ten times as fast as by the built-in method. */
const few = 32;

function sortFew(values: Float64Array): Float64Array {
  if (values.length > few) return values.sort();
  for (let end = 1; end < values.length; end++) {
    const value = values[end] ?? 0;
    let place = end;
    for (; place > 0 && (values[place - 1] ?? 0) > value; place--) values[place] = values[place - 1] ?? 0;
    values[place] = value;
  }
  return values;
}

/** The median distance from the median. */
function findDeviation(known: Float64Array, usual: number): number {
  const distances = new Float64Array(known.length);
  for (let place = 0; place < known.length; place++) distances[place] = Math.abs((known[place] ?? 0) - usual);
  return percentileOf(sortFew(distances), 50) ?? 0;
}
