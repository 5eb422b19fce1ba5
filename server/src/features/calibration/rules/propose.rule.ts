import { fromTableUnit, type IndexPollutant } from '@limpid/aqi/pollutant';
import { percentileOf, sortValues } from '@limpid/aqi/statistics/percentile';
import type { CalibrationMethod } from '@limpid/contract/calibration/config';
import type { CalibrationStatistics, ProposalRefusal } from '@limpid/contract/calibration/result';
import { HOUR_MS } from '@limpid/contract/durations';
import { explainVariance, type FitMethod, fitPairs } from './fit.rule.ts';
import type { CorrectionLine, Pair } from './line.ts';
import { splitPairs } from './split-pairs.rule.ts';
import { type ChannelRange, compareWithReference } from './statistics.rule.ts';

/** Of K and B. */
export interface LineLimits {
  kMin: number;
  kMax: number;
  /** In µg/m³; for CO a hundredth of it, in mg/m³. */
  bMin: number;
  bMax: number;
}

export interface ProposalLimits extends LineLimits {
  method: CalibrationMethod;
  minPairs: number;
  minR2: number;
  /** In per cent. */
  maxChange: number;
}

export interface ComparedChannel {
  pairs: readonly Pair[];
  /** What is in force. */
  before: CorrectionLine;
  pollutant: IndexPollutant | undefined;
  unit: string;
  range: ChannelRange;
  /** The end of the window. */
  until: number;
}

export interface Proposal {
  method: FitMethod | null;
  rSquared: number | null;
  fitted: CorrectionLine | null;
  /** Null if nothing is proposed, for the reason. */
  proposed: CorrectionLine | null;
  limited: boolean;
  before: CalibrationStatistics | null;
  after: CalibrationStatistics | null;
  refusal: { reason: ProposalRefusal; found?: number; limit?: number } | null;
}

/** Pairs that all are older say nothing about the sensor of today. */
const maxAgeHours = 48;

/** Fits the pairs, keeps the limits, and compares both lines over hours that were not fitted. */
export function proposeLine(channel: ComparedChannel, limits: ProposalLimits): Proposal {
  const { pairs, before: inForce, range } = channel;
  const { fitted: training, heldOut } = splitPairs(pairs);
  const before = compareWithReference(heldOut, inForce, range);
  const { rSquared, isRising } = explainVariance(training);
  const found: Proposal = {
    method: null,
    rSquared,
    fitted: null,
    proposed: null,
    limited: false,
    before,
    after: null,
    refusal: null,
  };
  const unfit = findUnfit(channel, limits);
  if (unfit) return { ...found, refusal: unfit };
  const method = chooseMethod(training, rSquared ?? 0, limits);
  // A ratio is above zero even where one side falls while the other rises.
  if (method === 'ratio' && !isRising)
    return { ...found, refusal: { reason: 'falling', found: rSquared ?? 0 } };
  const fitted = method && fitPairs(training, method);
  if (!method || !fitted)
    return {
      ...found,
      refusal: { reason: 'lowRSquared', found: rSquared ?? 0, limit: leastRSquared(limits) },
    };
  const { line: proposed, limited } = limitChange(inForce, fitted, pairs, limits.maxChange);
  const withFit = { ...found, method, fitted };
  const outside = findOutsideOnTheWay({ fitted, proposed, inForce }, channel, limits);
  if (outside) return { ...withFit, refusal: outside };
  const after = compareWithReference(heldOut, proposed, range);
  const compared = { ...withFit, limited, after };
  if (isSame(proposed, inForce)) return { ...compared, refusal: { reason: 'noChange' } };
  if (!before || !after || after.rmse >= before.rmse)
    return {
      ...compared,
      refusal: { reason: 'notBetter', found: after?.rmse ?? 0, limit: before?.rmse ?? 0 },
    };
  return { ...compared, proposed };
}

/** Why the pairs cannot be fitted at all. */
function findUnfit(
  { pairs, pollutant, unit, until }: ComparedChannel,
  { minPairs }: ProposalLimits,
): Proposal['refusal'] {
  const newest = pairs.at(-1)?.at;
  const age = newest === undefined ? 0 : (until - newest) / HOUR_MS - 1;
  if (age > maxAgeHours) return { reason: 'old', found: Math.round(age), limit: maxAgeHours };
  if (pairs.length < minPairs) return { reason: 'fewPairs', found: pairs.length, limit: minPairs };
  if (spreadOf(pairs, 'reference') === 0) return { reason: 'constantReference' };
  const least = leastSpread(pairs, pollutant, unit);
  const spread = Math.min(spreadOf(pairs, 'raw'), spreadOf(pairs, 'reference'));
  return spread < least ? { reason: 'noSpread', found: spread, limit: least } : null;
}

/** Between the 10th and the 90th percentile; a narrower range fits noise. µg/m³, and mg/m³ for CO. */
const spreads: Readonly<Record<IndexPollutant, number>> = {
  'PM2.5': 4,
  PM10: 6,
  SO2: 2,
  NO2: 4,
  O3: 8,
  CO: 0.1,
};
const relativeSpread = 0.05;

function leastSpread(pairs: readonly Pair[], pollutant: IndexPollutant | undefined, unit: string): number {
  const absolute = pollutant && fromTableUnit(pollutant, spreads[pollutant], unit);
  return absolute ?? relativeSpread * Math.abs(meanReference(pairs));
}

function spreadOf(pairs: readonly Pair[], side: 'raw' | 'reference'): number {
  const sorted = sortValues(pairs.map((pair) => pair[side]));
  return (percentileOf(sorted, 90) ?? 0) - (percentileOf(sorted, 10) ?? 0);
}

const meanReference = (pairs: readonly Pair[]) =>
  pairs.reduce((sum, { reference }) => sum + reference, 0) / Math.max(1, pairs.length);

/** How far the robust slope may be from that of least squares before it is preferred. */
const bent = 0.1;

/** Half of the limit still says that both rise together, which is enough for a ratio and not for a line. */
const leastRSquared = ({ method, minR2 }: ProposalLimits) =>
  method === 'auto' || method === 'ratio' ? minR2 / 2 : minR2;

/** The method to fit with; null if the pairs are too loosely related for any. */
function chooseMethod(pairs: readonly Pair[], rSquared: number, limits: ProposalLimits): FitMethod | null {
  const { method, minR2 } = limits;
  if (rSquared < leastRSquared(limits)) return null;
  if (method === 'ratio' || (method === 'auto' && rSquared < minR2)) return 'ratio';
  if (method !== 'auto') return method;
  const [plain, robust] = [fitPairs(pairs, 'ols'), fitPairs(pairs, 'theilSen')];
  return plain && robust && Math.abs(robust.k - plain.k) > bent * Math.abs(plain.k) ? 'theilSen' : 'ols';
}

interface Outside {
  reason: 'kOutside' | 'bOutside';
  found: number;
  limit: number;
}

/**
 * Which of K and B is outside its limits: of the fitted line, or of the step towards it. From K and B in force that are
 * outside, a step leads back, so it may be outside as well, but no further than they are.
 */
export function findOutsideOnTheWay(
  { fitted, proposed, inForce }: Record<'fitted' | 'proposed' | 'inForce', CorrectionLine>,
  { pollutant, unit }: Pick<ComparedChannel, 'pollutant' | 'unit'>,
  { kMin, kMax, bMin, bMax }: LineLimits,
): Outside | null {
  const ofB = [limitOfB(bMin, pollutant, unit), limitOfB(bMax, pollutant, unit)] as const;
  return (
    findOutside('k', fitted.k, [kMin, kMax]) ??
    findOutside('b', fitted.b, ofB) ??
    findOutside('k', proposed.k, [kMin, kMax], inForce.k) ??
    findOutside('b', proposed.b, ofB, inForce.b)
  );
}

function findOutside(
  name: 'k' | 'b',
  value: number,
  [lowest, highest]: readonly [number, number],
  inForce = lowest,
): Outside | null {
  const reason = `${name}Outside` as const;
  if (value < Math.min(lowest, inForce)) return { reason, found: value, limit: lowest };
  return value > Math.max(highest, inForce) ? { reason, found: value, limit: highest } : null;
}

const shareOfCo = 0.01;

function limitOfB(limit: number, pollutant: IndexPollutant | undefined, unit: string): number {
  if (!pollutant) return limit;
  const inTables = Math.abs(limit) * (pollutant === 'CO' ? shareOfCo : 1);
  return Math.sign(limit) * (fromTableUnit(pollutant, inTables, unit) ?? inTables);
}

/** A per cent of almost nothing would keep an offset for ever, so low values count as this share of the mean. */
const leastShare = 1 / 4;

/**
 * The part of the way to the fitted line that one round may go: corrected values, at the mean of the pairs and at their 10th
 * and 90th percentile, change by at most `maxChange` per cent, and so does K, which counts beyond these pairs too.
 */
export function limitChange(
  from: CorrectionLine,
  to: CorrectionLine,
  pairs: readonly Pair[],
  maxChange: number,
): { line: CorrectionLine; limited: boolean } {
  const raw = sortValues(pairs.map((pair) => pair.raw));
  const mean = raw.reduce((sum, value) => sum + value, 0) / Math.max(1, raw.length);
  const correctedMean = from.k * mean + from.b;
  const least = leastShare * (correctedMean > 0 ? correctedMean : meanReference(pairs));
  const changes = [percentileOf(raw, 10) ?? mean, mean, percentileOf(raw, 90) ?? mean].map((value) => {
    const change = Math.abs((to.k - from.k) * value + to.b - from.b);
    return change / Math.max(from.k * value + from.b, least, Number.MIN_VALUE);
  });
  const ofK = Math.abs(to.k - from.k) / Math.abs(from.k);
  const part = Math.min(1, maxChange / 100 / Math.max(ofK, ...changes, Number.MIN_VALUE));
  const line = { k: roundTo3(from.k + part * (to.k - from.k)), b: roundTo3(from.b + part * (to.b - from.b)) };
  return { line, limited: part < 1 };
}

const roundTo3 = (value: number) => Math.round(value * 1000) / 1000 + 0;

const isSame = (one: CorrectionLine, other: CorrectionLine) =>
  Math.abs(one.k - other.k) < 0.001 && Math.abs(one.b - other.b) < 0.001;
