import type { DropReason } from '@limpid/contract/calibration/result';
import { HOUR_MS } from '@limpid/contract/durations';
import { fitPairs } from './fit.rule.ts';
import type { Pair } from './line.ts';
import { selectMedian } from './median.rule.ts';
import { splitPairs } from './split-pairs.rule.ts';

/** An hour of a site before K and B, or why it has no raw mean. */
export type ComparedHour =
  | { raw: number }
  | { without: Extract<DropReason, 'invalid' | 'excluded' | 'edited' | 'coefficients'> };

export interface PairLimits {
  /** In per cent; an hour without humidity stays. */
  maxHumidity: number;
  maxRain: number | null;
  /** Of the median absolute deviation. */
  madFactor: number;
}

interface Hours {
  bounds: readonly [from: number, to: number];
  site: ReadonlyMap<number, ComparedHour>;
  reference: ReadonlyMap<number, number>;
  humidity: ReadonlyMap<number, number>;
  rain: ReadonlyMap<number, number>;
}

export interface PairedHours {
  pairs: Pair[];
  /** By reason; hours without a reason are left out. */
  dropped: Partial<Record<DropReason, number>>;
}

/** The hours in which a site and its reference have values that can be compared, in order. */
export function pairHours(hours: Hours, limits: PairLimits): PairedHours {
  const dropped: PairedHours['dropped'] = {};
  const drop = (reason: DropReason) => {
    dropped[reason] = (dropped[reason] ?? 0) + 1;
  };
  const pairs: Pair[] = [];
  const [from, to] = hours.bounds;
  for (let at = from; at < to; at += HOUR_MS) {
    const outcome = pairHour(hours, limits, at);
    if (typeof outcome === 'string') drop(outcome);
    else pairs.push(outcome);
  }
  const kept = removeOutliers(pairs, limits.madFactor);
  const outliers = pairs.length - kept.length;
  return { pairs: kept, dropped: outliers > 0 ? { ...dropped, outlier: outliers } : dropped };
}

function pairHour(hours: Hours, { maxHumidity, maxRain }: PairLimits, at: number): Pair | DropReason {
  const own = hours.site.get(at);
  if (!own) return 'noSensor';
  if ('without' in own) return own.without;
  const reference = hours.reference.get(at);
  if (reference === undefined) return 'noReference';
  if ((hours.humidity.get(at) ?? 0) > maxHumidity) return 'humidity';
  if (maxRain !== null && (hours.rain.get(at) ?? 0) > maxRain) return 'rain';
  return { at, raw: own.raw, reference };
}

/** Fewer pairs have no typical deviation. */
const leastPairs = 8;

/** Of the typical value of the reference: a smaller deviation is none, however exact the other pairs are. */
const exactShare = 0.02;

/**
 * Without the pairs that are further from the robust line than so many median absolute deviations. Line and limit come from
 * the pairs that are fitted, so that those kept back do not decide about either; they are dropped by the same limit.
 */
function removeOutliers(pairs: readonly Pair[], factor: number): Pair[] {
  const { fitted } = splitPairs(pairs);
  const line = fitted.length < leastPairs ? null : fitPairs(fitted, 'theilSen');
  if (!line) return [...pairs];
  const residualOf = ({ raw, reference }: Pair) => reference - (line.k * raw + line.b);
  const residuals = Float64Array.from(fitted, residualOf);
  const middle = selectMedian(residuals.slice());
  const deviation = selectMedian(residuals.map((residual) => Math.abs(residual - middle)));
  const typical = selectMedian(Float64Array.from(fitted, ({ reference }) => Math.abs(reference)));
  const allowed = Math.max(factor * deviation, exactShare * typical);
  return pairs.filter((pair) => Math.abs(residualOf(pair) - middle) <= allowed);
}
