import { roundHalfEven } from '@limpid/aqi/decimal';
import { medianOf, percentileOf } from '@limpid/aqi/statistics/percentile';
import { unusualLimits as limits, type UnusualKind } from '@limpid/contract/analysis/unusual';

/** Numbers, NaN where there is none. */
type Numbers = ArrayLike<number>;

/** What is known about one channel of one site in the newest hour. */
export interface UnusualInput {
  value: number;
  /** The same hour of the day on each of the last 14 days. */
  sameHour: Numbers;
  /** The newest hour at the sites within 5 km; only read where it can matter. */
  neighbours: () => readonly number[];
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
  let count = 0;
  for (let day = 0; day < sameHour.length; day++) if (!Number.isNaN(sameHour[day])) count++;
  return count >= limits.minDays;
}

/** Outside the median ± 4 MAD of the same hour; the deviation counts as one display unit at least. */
function compareWithSameHour(input: UnusualInput): UnusualReason | null {
  const { value, sameHour, decimals, minValue } = input;
  const count = insertKnown(sameHour, sortedDays);
  if (count < limits.minDays) return null;
  const usual = percentileOf(sortedDays, 50, count) ?? 0;
  // A flat series has a deviation of 0, with which every change would be unusual.
  const reach = limits.deviations * Math.max(findDeviation(count, usual), 10 ** -decimals);
  const strength = Math.min(Math.abs(value - usual) / reach, maxStrength);
  if (strength <= 1) return null;
  const upper = usual + reach;
  const lower = minValue === null ? usual - reach : Math.max(usual - reach, minValue);
  // The displayed numbers decide: a displayed 58 is not outside a displayed range up to 58.
  const show = (number: number) => roundHalfEven(number, decimals);
  if (show(value) >= show(lower) && show(value) <= show(upper)) return null;
  const kind = value > usual ? 'aboveUsual' : 'belowUsual';
  return { kind, usual, lower, upper, count, strength };
}

/** Above twice the median of the neighbours, by at least 20 % of the limit of level 2. */
function compareWithNeighbours({ value, neighbours, levelTwoLimit }: UnusualInput): UnusualReason | null {
  if (levelTwoLimit === null || value < limits.limitShare * levelTwoLimit) return null;
  const around = neighbours();
  const half = value / limits.neighbourFactor;
  let [count, below] = [0, 0];
  for (const other of around) {
    if (Number.isNaN(other)) continue;
    count++;
    if (other < half) below++;
  }
  // With half of them above, so is the median; only few sites have to sort their neighbours.
  if (count < limits.minNeighbours || 2 * below < count) return null;
  const usual = medianOf(around.filter((other) => !Number.isNaN(other))) ?? 0;
  const upper = limits.neighbourFactor * usual;
  if (value - usual < limits.limitShare * levelTwoLimit || value <= upper) return null;
  const strength = Math.min(upper > 0 ? value / upper : maxStrength, maxStrength);
  return { kind: 'aboveNeighbours', usual, lower: null, upper, count, strength };
}

/** Sorted days and their distances from the median; reused, because a run compares a hundred thousand times. */
const [sortedDays, distances] = [new Float64Array(limits.days), new Float64Array(limits.days)];

/** Puts the known numbers into a list in ascending order and returns how many there are; few are inserted fastest. */
function insertKnown(values: Numbers, into: Float64Array): number {
  let count = 0;
  for (let place = 0; place < values.length; place++) {
    const value = values[place] ?? Number.NaN;
    if (!Number.isNaN(value)) insertValue(into, count++, value);
  }
  return count;
}

/** Inserts a number into the first ones of a list, which are in ascending order. */
function insertValue(sorted: Float64Array, count: number, value: number): void {
  let place = count;
  for (; place > 0 && (sorted[place - 1] ?? 0) > value; place--) sorted[place] = sorted[place - 1] ?? 0;
  sorted[place] = value;
}

/** The median distance of the first sorted days from their median. */
function findDeviation(count: number, usual: number): number {
  for (let place = 0; place < count; place++)
    insertValue(distances, place, Math.abs((sortedDays[place] ?? 0) - usual));
  return percentileOf(distances, 50, count) ?? 0;
}
