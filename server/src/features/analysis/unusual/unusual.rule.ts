import { roundHalfEven } from '@limpid/aqi/decimal';
import { medianDeviation, medianOf } from '@limpid/aqi/statistics/percentile';
import { unusualLimits as limits, type UnusualKind } from '@limpid/contract/analysis/unusual';

/** What is known about one channel of one site in the newest hour. */
export interface UnusualInput {
  value: number;
  /** The same hour of the day on each of the last 14 days. */
  sameHour: readonly (number | null)[];
  /** The newest hour at the sites within 5 km; only read where it can matter. */
  neighbours: () => readonly (number | null)[];
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
  const reasons = [compareWithSameHour(input), compareWithNeighbours(input)].filter((one) => one !== null);
  return reasons.toSorted((a, b) => b.strength - a.strength)[0] ?? null;
}

/** Whether enough days are known to compare with. */
export function hasEnoughDays(sameHour: readonly (number | null)[]): boolean {
  let known = 0;
  for (const value of sameHour) if (value !== null) known++;
  return known >= limits.minDays;
}

/** Outside the median ± 4 MAD of the same hour; the deviation counts as one display unit at least. */
function compareWithSameHour(input: UnusualInput): UnusualReason | null {
  const { value, sameHour, decimals, minValue } = input;
  if (!hasEnoughDays(sameHour)) return null;
  const known = sameHour.filter((one) => one !== null);
  const usual = medianOf(known);
  if (usual === null) return null;
  // A flat series has a deviation of 0, with which every change would be unusual.
  const reach = limits.deviations * Math.max(medianDeviation(known) ?? 0, 10 ** -decimals);
  const [low, upper] = [usual - reach, usual + reach];
  const lower = minValue === null ? low : Math.max(low, minValue);
  // The displayed numbers decide: a displayed 58 is not outside a displayed range up to 58.
  const [shown, least, most] = [value, lower, upper].map((one) => roundHalfEven(one, decimals));
  if (shown === undefined || (shown >= (least ?? shown) && shown <= (most ?? shown))) return null;
  const strength = Math.min(Math.abs(value - usual) / reach, maxStrength);
  if (strength <= 1) return null;
  const kind = value > usual ? 'aboveUsual' : 'belowUsual';
  return { kind, usual, lower, upper, count: known.length, strength };
}

/** Above twice the median of the neighbours, by at least 20 % of the limit of level 2. */
function compareWithNeighbours({ value, neighbours, levelTwoLimit }: UnusualInput): UnusualReason | null {
  if (levelTwoLimit === null || value < limits.limitShare * levelTwoLimit) return null;
  const known = neighbours().filter((one) => one !== null);
  const usual = medianOf(known);
  if (usual === null || known.length < limits.minNeighbours) return null;
  const upper = limits.neighbourFactor * usual;
  if (value - usual < limits.limitShare * levelTwoLimit || value <= upper) return null;
  const strength = Math.min(upper > 0 ? value / upper : maxStrength, maxStrength);
  return { kind: 'aboveNeighbours', usual, lower: null, upper, count: known.length, strength };
}
