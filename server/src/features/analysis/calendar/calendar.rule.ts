import { isPeriodValid } from '@limpid/aqi/validity';
import type { CalendarDay } from '@limpid/contract/analysis/calendar';
import type { MapIndex } from '@limpid/contract/map/site-update';
import { presentReading } from '../../reading/reading.api.ts';
import { findIndexLevel, levelCount } from '../../rollup/rollup.api.ts';
import { type AveragingScale, linearScale } from '../averaging-scale.rule.ts';
import type { StoredDay } from './calendar.store.ts';

/** A day of the calendar, independent of language. */
export type FilledDay = Omit<CalendarDay, 'note' | 'flags'>;

/** The index of days; `withheld` has by date the pollutants that withhold it. */
export interface DayIndices {
  index?: MapIndex;
  withheld?: ReadonlyMap<string, readonly string[]> | undefined;
}

/** Every date with its stored day, or empty. */
export function fillCalendarDays(
  dates: readonly string[],
  stored: readonly StoredDay[],
  today: string,
  { index = 'china', withheld = new Map() }: DayIndices = {},
): FilledDay[] {
  const byDay = new Map(stored.map((one) => [one.day, one]));
  return dates.map((day) => ({
    ...toDay(day, byDay.get(day), index, withheld.get(day) ?? []),
    soFar: day === today,
  }));
}

function toDay(
  day: string,
  stored: StoredDay | undefined,
  index: MapIndex,
  missing: readonly string[],
): Omit<FilledDay, 'soFar'> {
  const isPublished = missing.length === 0;
  const aqi = isPublished ? (stored?.aqi ?? null) : null;
  return {
    day,
    aqi,
    level: findIndexLevel(index, aqi),
    primary: isPublished ? (stored?.main ?? null) : null,
    reference: aqi !== null && stored?.whole === false,
    missing: [...missing],
    o3_8h: stored?.ozone ?? null,
    value: stored?.value ?? null,
    low: stored?.low ?? null,
    high: stored?.high ?? null,
    hours: stored?.hours ?? 0,
  };
}

/** The totals of the stored days before today, which has not ended; values are averaged on the scale of their channel. */
export function totalDays(days: readonly FilledDay[], today: string, scale = linearScale) {
  const past = days.filter(({ day }) => day < today);
  const indices = past.flatMap(({ aqi }) => aqi ?? []);
  const values = past.flatMap(({ value, hours }) => (isPeriodValid('day', hours) ? (value ?? []) : []));
  return {
    levels: Array.from({ length: levelCount }, (_, n) => past.filter(({ level }) => level === n + 1).length),
    withoutIndex: past.length - indices.length,
    aqi: computeMean(indices, linearScale),
    value: computeMean(values, scale),
    validDays: values.length,
  };
}

function computeMean(values: readonly number[], { toLinear, fromLinear }: AveragingScale): number | null {
  if (values.length === 0) return null;
  const sum = values.reduce((total, value) => total + toLinear(value), 0);
  return presentReading(fromLinear(sum / values.length));
}
