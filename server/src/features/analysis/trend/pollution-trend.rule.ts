import { computeMean } from '@limpid/aqi/decimal';
import { medianOf } from '@limpid/aqi/statistics/percentile';
import { fitTrend } from '@limpid/aqi/statistics/trend';
import { type GroupMean, meansByGroup } from '@limpid/aqi/statistics/variation';
import { isPeriodValid } from '@limpid/aqi/validity';
import {
  type LongTermTrend,
  minTrendMonths,
  type PeriodVariation,
} from '@limpid/contract/analysis/pollution-trend';
import { presentReading } from '../../reading/reading.api.ts';
import type { AveragingScale } from '../averaging-scale.rule.ts';
import { type FilledDay, totalDays } from '../calendar/calendar.rule.ts';
import type { LocalHour } from '../local-hours.ts';

type Variation = Pick<PeriodVariation, 'byHour' | 'byWeekHour' | 'byWeekday' | 'byMonth'>;

/** Means by hour of day, hour of the week, weekday and month; the latter two are means of valid days. */
export function describeVariation(
  hours: readonly LocalHour[],
  days: readonly FilledDay[],
  scale: AveragingScale,
): Variation {
  const valid = days.flatMap(({ day, value }) => (value === null ? [] : [{ date: new Date(day), value }]));
  const means = (values: { group: number; value: number }[]) =>
    meansByGroup(values.map(({ group, value }) => ({ group, value: scale.toLinear(value) }))).map((group) =>
      presentGroup(group, scale),
    );
  return {
    byHour: means(hours.map(({ hour, value }) => ({ group: hour, value }))),
    byWeekHour: means(
      hours.map(({ day, hour, value }) => ({ group: (weekdayOf(new Date(day)) - 1) * 24 + hour, value })),
    ),
    byWeekday: means(valid.map(({ date, value }) => ({ group: weekdayOf(date), value }))),
    byMonth: means(valid.map(({ date, value }) => ({ group: date.getUTCMonth() + 1, value }))),
  };
}

/** 1 for Monday to 7 for Sunday. */
export function weekdayOf(date: Date): number {
  return date.getUTCDay() || 7;
}

function presentGroup({ mean, lower, upper, ...group }: GroupMean, { fromLinear }: AveragingScale) {
  const present = (value: number | null) => (value === null ? null : presentReading(fromLinear(value)));
  return { ...group, mean: presentReading(fromLinear(mean)), lower: present(lower), upper: present(upper) };
}

type Month = Omit<LongTermTrend['months'][number], 'flags'>;

/** The first day of a range of whole months that has this many years up to the month of the last day. */
export function firstTrendDate(last: string, years: number): string {
  const [year = 0, month = 0] = last.split('-').map(Number);
  return new Date(Date.UTC(year - years, month, 1)).toISOString().slice(0, 10);
}

/** Each month of the days from the first with data on, with its mean of valid days and its level days. */
export function describeMonths(days: readonly FilledDay[], today: string, scale: AveragingScale): Month[] {
  const months = Map.groupBy(days, ({ day }) => day.slice(0, 7));
  const described = [...months].map(([month, ofMonth]) => {
    const { levels, withoutIndex } = totalDays(ofMonth, today);
    const values = ofMonth.flatMap(({ value }) => (value === null ? [] : scale.toLinear(value)));
    const mean = computeMean(values);
    return {
      month,
      mean: mean === null ? null : presentReading(scale.fromLinear(mean)),
      validDays: values.length,
      valid: isPeriodValid('month', values.length, Number(month.slice(5))),
      levels,
      withoutIndex,
    };
  });
  const first = described.findIndex(({ validDays, levels }) => validDays > 0 || levels.some(Boolean));
  return first < 0 ? [] : described.slice(first);
}

/** The middle of a month in years, and its number from 1. */
function locateMonth({ month }: Pick<Month, 'month'>): { time: number; season: number } {
  const [year = 0, season = 0] = month.split('-').map(Number);
  return { time: year + (season - 0.5) / 12, season };
}

/** The trend of valid monthly means, seasons apart. */
export function describeTrend(months: readonly Month[]): LongTermTrend['trend'] {
  const points = months.flatMap(({ month, mean, valid }) =>
    valid && mean !== null ? [{ ...locateMonth({ month }), value: mean }] : [],
  );
  const fitted = points.length < minTrendMonths ? null : fitTrend(points);
  if (!fitted) return null;
  const { count, slope, intercept, lower, upper, p, isSignificant } = fitted;
  const lineAt = (time: number) => intercept + slope * time;
  // All three lines meet in the middle of the series.
  const pivot = ((points[0]?.time ?? 0) + (points.at(-1)?.time ?? 0)) / 2;
  const turnedBy = (other: number) => (time: number) => lineAt(pivot) + other * (time - pivot);
  const ends = [turnedBy(lower), turnedBy(upper)];
  const times = months.map((month) => locateMonth(month).time);
  return {
    count,
    slope: presentReading(slope),
    lower: presentReading(lower),
    upper: presentReading(upper),
    p: presentReading(p),
    isSignificant,
    line: times.map((time) => presentReading(lineAt(time))),
    wedgeLow: times.map((time) => presentReading(Math.min(...ends.map((end) => end(time))))),
    wedgeHigh: times.map((time) => presentReading(Math.max(...ends.map((end) => end(time))))),
    adjusted: removeSeasons(months, lineAt),
  };
}

/** Each valid mean without the median deviation of the same month of all years from the line. */
function removeSeasons(months: readonly Month[], lineAt: (time: number) => number): (number | null)[] {
  const located = months.map((month) => ({ ...month, ...locateMonth(month) }));
  const deviations = Map.groupBy(
    located.flatMap(({ time, season, mean, valid }) =>
      valid && mean !== null ? [{ season, deviation: mean - lineAt(time) }] : [],
    ),
    ({ season }) => season,
  );
  return located.map(({ season, mean, valid }) => {
    if (!valid || mean === null) return null;
    const usual = medianOf((deviations.get(season) ?? []).map(({ deviation }) => deviation));
    return presentReading(mean - (usual ?? 0));
  });
}
