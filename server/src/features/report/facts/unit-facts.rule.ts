import { computeMean } from '@limpid/aqi/decimal';
import { findIndexLevel, levelCount } from '../../rollup/rollup.api.ts';
import type { ReportDay } from './report-day.ts';

/** What the index was in a period. */
export interface IndexFacts {
  /** Days with an index, and the days of the period that have ended. */
  days: number;
  expected: number;
  /** Days of level 1 to 6. */
  levels: readonly number[];
  mean: number | null;
  /** The worst day. */
  worst: { day: string; aqi: number } | null;
  /** Days on which a pollutant was primary, the most frequent first. */
  primary: readonly { pollutant: string; days: number }[];
  /** Days whose index has fewer pollutants than the standard requires. */
  reference: number;
}

export function summariseIndex(days: readonly ReportDay[], expected: number): IndexFacts {
  const withIndex = days.filter((day): day is ReportDay & { aqi: number } => day.aqi !== null);
  const levels = Array.from({ length: levelCount }, () => 0);
  const primary = new Map<string, number>();
  let worst: IndexFacts['worst'] = null;
  for (const { day, aqi, primary: names } of withIndex) {
    const level = findIndexLevel('china', aqi);
    if (level !== null) levels[level - 1] = (levels[level - 1] ?? 0) + 1;
    for (const name of names) primary.set(name, (primary.get(name) ?? 0) + 1);
    if (!worst || aqi > worst.aqi) worst = { day, aqi };
  }
  return {
    days: withIndex.length,
    expected,
    levels,
    mean: computeMean(withIndex.map(({ aqi }) => aqi)),
    worst,
    primary: [...primary]
      .map(([pollutant, count]) => ({ pollutant, days: count }))
      .toSorted((a, b) => b.days - a.days || (a.pollutant < b.pollutant ? -1 : 1)),
    reference: withIndex.filter(({ reference }) => reference).length,
  };
}

/** The share of days of level 1 and 2 among those with an index. */
export function goodShare({ levels, days }: IndexFacts): number | null {
  const [excellent = 0, good = 0] = levels;
  return days === 0 ? null : (excellent + good) / days;
}

/** The days of each month, for periods that are too long to be shown by day. */
export function groupDaysByMonth(days: readonly ReportDay[]): Map<string, ReportDay[]> {
  return Map.groupBy(days, ({ day }) => day.slice(0, 7));
}
