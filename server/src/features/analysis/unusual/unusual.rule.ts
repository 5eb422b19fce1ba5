import { medianDeviation, medianOf } from '@limpid/aqi/statistics/percentile';

const minDays = 7;
const deviations = 4;
const minNeighbours = 3;
const neighbourFactor = 2;
const limitShare = 0.2;

/** What is known about one channel of one site in the newest hour. */
export interface UnusualInput {
  value: number;
  /** The same hour of the day on each of the last 14 days. */
  sameHour: readonly (number | null)[];
  /** The newest hour at the sites within 5 km. */
  neighbours: readonly (number | null)[];
  /** The smallest difference that the display of the channel can show. */
  displayUnit: number;
  /** The upper limit of level 2 of the index; null for channels without one. */
  levelTwoLimit: number | null;
}

export interface UnusualReason {
  kind: 'aboveUsual' | 'belowUsual' | 'aboveNeighbours';
  /** The median it is compared with. */
  usual: number;
  /** Days or neighbours in the median. */
  count: number;
  /** How many times the threshold is exceeded; 1 is just unusual. */
  strength: number;
}

/** The strongest reason why a value is unusual; null if it is not, or if too little is known. */
export function findUnusual(input: UnusualInput): UnusualReason | null {
  const reasons = [compareWithSameHour(input), compareWithNeighbours(input)].filter((one) => one !== null);
  return reasons.toSorted((a, b) => b.strength - a.strength)[0] ?? null;
}

/** Outside the median ± 4 MAD of the same hour; the deviation counts as one display unit at least. */
function compareWithSameHour({ value, sameHour, displayUnit }: UnusualInput): UnusualReason | null {
  const known = sameHour.filter((one) => one !== null);
  const usual = medianOf(known);
  if (usual === null || known.length < minDays) return null;
  // A flat series has a deviation of 0, with which every change would be unusual.
  const deviation = Math.max(medianDeviation(known) ?? 0, displayUnit);
  const strength = Math.abs(value - usual) / (deviations * deviation);
  if (strength <= 1) return null;
  return { kind: value > usual ? 'aboveUsual' : 'belowUsual', usual, count: known.length, strength };
}

/** Above twice the median of the neighbours, by at least 20 % of the limit of level 2. */
function compareWithNeighbours({ value, neighbours, levelTwoLimit }: UnusualInput): UnusualReason | null {
  const known = neighbours.filter((one) => one !== null);
  const usual = medianOf(known);
  if (usual === null || known.length < minNeighbours || levelTwoLimit === null) return null;
  if (value - usual < limitShare * levelTwoLimit || value <= neighbourFactor * usual) return null;
  const strength = usual > 0 ? value / (neighbourFactor * usual) : Number.POSITIVE_INFINITY;
  return { kind: 'aboveNeighbours', usual, count: known.length, strength };
}
