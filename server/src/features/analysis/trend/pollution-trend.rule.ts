import { computeMean } from '@limpid/aqi/decimal';
import { fitTrend } from '@limpid/aqi/statistics/trend';
import { type GroupMean, meansByGroup } from '@limpid/aqi/statistics/variation';
import { isPeriodValid } from '@limpid/aqi/validity';
import { minTrendMonths, type PollutionTrend } from '@limpid/contract/analysis/pollution-trend';
import { presentReading } from '../../reading/reading.api.ts';
import { type FilledDay, totalDays } from '../calendar/calendar.rule.ts';
import type { LocalHour } from '../local-hours.ts';

/** Sound levels are averaged by their energy, everything else by its value. */
export interface AveragingScale {
  toLinear(value: number): number;
  fromLinear(value: number): number;
}

export const linearScale: AveragingScale = { toLinear: (value) => value, fromLinear: (value) => value };
export const decibelScale: AveragingScale = {
  toLinear: (level) => 10 ** (level / 10),
  // The lower end of a wide interval may be negative, which no level corresponds to.
  fromLinear: (energy) => (energy > 0 ? 10 * Math.log10(energy) : 0),
};

type Variation = Pick<PollutionTrend, 'byHour' | 'byWeekday' | 'byMonth'>;

/** Means by hour of day, weekday and month; the latter two are means of valid days. */
export function describeVariation(
  hours: readonly Pick<LocalHour, 'hour' | 'value'>[],
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
    byWeekday: means(valid.map(({ date, value }) => ({ group: date.getUTCDay() || 7, value }))),
    byMonth: means(valid.map(({ date, value }) => ({ group: date.getUTCMonth() + 1, value }))),
  };
}

function presentGroup({ mean, lower, upper, ...group }: GroupMean, { fromLinear }: AveragingScale) {
  const present = (value: number | null) => (value === null ? null : presentReading(fromLinear(value)));
  return { ...group, mean: presentReading(fromLinear(mean)), lower: present(lower), upper: present(upper) };
}

type Month = PollutionTrend['months'][number];

/** Each month of the days, with its mean of valid days and its level days. */
export function describeMonths(days: readonly FilledDay[], today: string, scale: AveragingScale): Month[] {
  const months = Map.groupBy(days, ({ day }) => day.slice(0, 7));
  return [...months].map(([month, ofMonth]) => {
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
}

/** The trend of valid monthly means, seasons apart. */
export function describeTrend(months: readonly Month[]): PollutionTrend['trend'] {
  const points = months.flatMap(({ month, mean, valid }) => {
    if (!valid || mean === null) return [];
    const [year = 0, number = 0] = month.split('-').map(Number);
    return [{ time: year + (number - 0.5) / 12, season: number, value: mean }];
  });
  const fitted = points.length < minTrendMonths ? null : fitTrend(points);
  if (!fitted) return null;
  const { count, slope, intercept, lower, upper, p, isSignificant } = fitted;
  const at = (time = 0) => presentReading(intercept + slope * time);
  return {
    count,
    slope: presentReading(slope),
    lower: presentReading(lower),
    upper: presentReading(upper),
    p: presentReading(p),
    isSignificant,
    start: at(points[0]?.time),
    end: at(points.at(-1)?.time),
  };
}
