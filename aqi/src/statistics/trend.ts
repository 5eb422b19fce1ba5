import { medianOf } from './percentile.ts';

export interface TrendPoint {
  /** In any unit; the slope is per this unit. */
  time: number;
  value: number;
  /** Points are compared within the same season only, such as January with January; all of them if it is left out. */
  season?: number;
}

export interface MonotonicTrend {
  count: number;
  /** The median of the slopes between pairs of points (Theil–Sen). */
  slope: number;
  intercept: number;
  /** The 95 % confidence interval of the slope. */
  lower: number;
  upper: number;
  /** Two-sided p-value of the (seasonal) Mann–Kendall test. */
  p: number;
  isSignificant: boolean;
}

const minPoints = 6;
const z95 = 1.959964;
const significanceLevel = 0.05;

/**
 * The robust trend of a series. With seasons it is the slope of Hirsch and Slack, which a yearly cycle does not bend.
 * Null with fewer than six points, or without two points of one season at different times.
 */
export function fitTrend(points: readonly TrendPoint[]): MonotonicTrend | null {
  const seasons = [...Map.groupBy(points, ({ season }) => season).values()].map((season) =>
    season.toSorted((a, b) => a.time - b.time),
  );
  const slopes = Float64Array.from(seasons.flatMap(slopesOfPairs)).sort();
  const slope = medianOf(slopes);
  if (points.length < minPoints || slope === null) return null;
  const score = seasons.reduce((sum, season) => sum + scoreKendall(season), 0);
  const variance = seasons.reduce((sum, season) => sum + varianceOfScore(season), 0);
  const p = pOfScore(score, variance);
  // Ranks of the slopes at both ends of the interval, by Sen (1968).
  const width = z95 * Math.sqrt(variance);
  return {
    count: points.length,
    slope,
    intercept: medianOf(points.map(({ time, value }) => value - slope * time)) ?? 0,
    lower: slopeAt(slopes, (slopes.length - width) / 2),
    upper: slopeAt(slopes, (slopes.length + width) / 2 + 1),
    p,
    isSignificant: p < significanceLevel,
  };
}

function slopesOfPairs(season: readonly TrendPoint[]): number[] {
  return season.flatMap((from, i) =>
    season
      .slice(i + 1)
      .filter((to) => to.time > from.time)
      .map((to) => (to.value - from.value) / (to.time - from.time)),
  );
}

/** The slope at a rank counted from 1: interpolated between two, limited to the extremes. */
function slopeAt(slopes: Float64Array, rank: number): number {
  const at = Math.min(Math.max(rank - 1, 0), slopes.length - 1);
  const lower = slopes[Math.floor(at)] ?? 0;
  return lower + ((slopes[Math.ceil(at)] ?? lower) - lower) * (at - Math.floor(at));
}

/** Kendall's score: rising pairs minus falling ones. */
function scoreKendall(season: readonly TrendPoint[]): number {
  let score = 0;
  for (const [i, from] of season.entries()) {
    for (const to of season.slice(i + 1)) score += Math.sign(to.value - from.value);
  }
  return score;
}

/** The variance of the score without a trend, corrected for equal values. */
function varianceOfScore(season: readonly TrendPoint[]): number {
  const term = (n: number) => n * (n - 1) * (2 * n + 5);
  const ties = [...Map.groupBy(season, ({ value }) => value).values()];
  const tied = ties.reduce((sum, same) => sum + term(same.length), 0);
  return (term(season.length) - tied) / 18;
}

function pOfScore(score: number, variance: number): number {
  if (variance === 0 || score === 0) return 1;
  return 2 * (1 - cumulativeNormal((Math.abs(score) - 1) / Math.sqrt(variance)));
}

/** Abramowitz and Stegun 26.2.17; the error is below 7.5e-8. */
function cumulativeNormal(z: number): number {
  const t = 1 / (1 + 0.2316419 * z);
  const series =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * series;
}
