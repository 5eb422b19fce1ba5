import { isPeriodValid } from '@limpid/aqi/validity';
import type { CalendarDay } from '@limpid/contract/analysis/calendar';
import type { StoredDay } from './calendar.store.ts';
import { findLevel, levelCount } from './level.rule.ts';

/** Every date with what is stored of it, or empty. */
export function fillDays(
  dates: readonly string[],
  stored: readonly StoredDay[],
  today: string,
): CalendarDay[] {
  const known = new Map(stored.map((one) => [one.day, one]));
  return dates.map((day) => ({ ...toDay(day, known.get(day)), soFar: day === today }));
}

function toDay(day: string, stored: StoredDay | undefined): Omit<CalendarDay, 'soFar'> {
  const aqi = stored?.aqi ?? null;
  return {
    day,
    aqi,
    level: findLevel(aqi),
    primary: stored?.main ?? null,
    reference: aqi !== null && stored?.whole === false,
    o3_8h: stored?.ozone ?? null,
    value: stored?.value ?? null,
    low: stored?.low ?? null,
    high: stored?.high ?? null,
    hours: stored?.hours ?? 0,
  };
}

/** What the days before today add up to: today has not ended. `round` is that of the channel. */
export function totalDays(
  days: readonly CalendarDay[],
  today: string,
  round: (mean: number) => number = roundIndex,
) {
  const past = days.filter(({ day }) => day < today);
  const indices = past.flatMap(({ aqi }) => aqi ?? []);
  const values = past.flatMap(({ value, hours }) => (isPeriodValid('day', hours) ? (value ?? []) : []));
  return {
    levels: Array.from({ length: levelCount }, (_, n) => past.filter(({ level }) => level === n + 1).length),
    withoutIndex: past.length - indices.length,
    aqi: meanOf(indices, roundIndex),
    value: meanOf(values, round),
    validDays: values.length,
  };
}

/** The mean of indices, which are whole numbers, with two decimals. */
const roundIndex = (mean: number) => Math.round(mean * 100) / 100;

function meanOf(values: readonly number[], round: (mean: number) => number): number | null {
  return values.length === 0 ? null : round(values.reduce((sum, value) => sum + value, 0) / values.length);
}
