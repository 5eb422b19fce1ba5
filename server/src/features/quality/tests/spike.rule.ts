import { medianDeviation } from '@limpid/aqi/statistics/percentile';
import type { Hours, RuleFinding } from './finding.ts';

/** The hours before a value that say how much its channel usually varies. */
const spreadHours = 24;
/** Fewer say too little. */
const leastHours = 12;
/** The hours beside a spike are the nearest valid ones within so many hours. */
const besideHours = 2;
/** A neighbour shares a spike that it shows to this part in the same hour. */
const sharedPart = 0.5;

export interface SpikeLimits {
  /** How many times the usual spread. */
  factor: number;
  /** A smaller difference is no spike, however steady the channel is. */
  floor: number;
}

/** By how much an hour is above both hours beside it, or below them (negative); 0 if it is between them. */
function measurePeak(hours: Hours, at: number): { excess: number; low: number; high: number } | undefined {
  const value = hours[at] ?? Number.NaN;
  const [before, after] = [findBeside(hours, at, -1), findBeside(hours, at, 1)];
  if (Number.isNaN(value + before + after)) return undefined;
  const [low, high] = [Math.min(before, after), Math.max(before, after)];
  return { excess: value > high ? value - high : value < low ? value - low : 0, low, high };
}

function findBeside(hours: Hours, at: number, direction: 1 | -1): number {
  for (let distance = 1; distance <= besideHours; distance++) {
    const value = hours[at + direction * distance] ?? Number.NaN;
    if (!Number.isNaN(value)) return value;
  }
  return Number.NaN;
}

/** One hour that is further from both hours beside it than the channel usually varies. */
export function judgeSpike(
  hours: Hours,
  at: number,
  { factor, floor }: SpikeLimits,
): RuleFinding | undefined {
  const peak = measurePeak(hours, at);
  if (!peak || Math.abs(peak.excess) < floor) return undefined;
  const spread = measureSpread(hours, at);
  if (spread === undefined || Math.abs(peak.excess) <= factor * spread) return undefined;
  return { value: hours[at] ?? null, low: peak.low, high: peak.high, span: null };
}

/** True if a neighbour has the same peak or dip: then it is in the air. */
export function isSpikeShared(hours: Hours, at: number, neighbours: readonly Hours[]): boolean {
  const excess = measurePeak(hours, at)?.excess ?? 0;
  return neighbours.some((other) => {
    const theirs = measurePeak(other, at)?.excess ?? 0;
    return theirs * excess > 0 && Math.abs(theirs) >= sharedPart * Math.abs(excess);
  });
}

/** The median absolute deviation of the hours before; undefined with too few of them. */
function measureSpread(hours: Hours, at: number): number | undefined {
  const before: number[] = [];
  for (let place = Math.max(0, at - spreadHours); place < at; place++) {
    const value = hours[place] ?? Number.NaN;
    if (!Number.isNaN(value)) before.push(value);
  }
  if (before.length < leastHours) return undefined;
  return medianDeviation(before) ?? undefined;
}
