import { allPollutants, type IndexPollutant } from '@limpid/aqi/pollutant';
import { HOUR_MS } from '@limpid/contract/durations';
import { datesBetween, dayBounds } from '@limpid/contract/local-time';
import type { Database } from '../../../platform/db/database.ts';
import { listStationHours, type StationHour } from '../../reference/reference.api.ts';
import { type HoursByPollutant, indexDayHours } from './index-day.rule.ts';
import type { ReportDay } from './report-day.ts';

const columnOf = {
  'PM2.5': 'pm25',
  PM10: 'pm10',
  SO2: 'so2',
  NO2: 'no2',
  CO: 'co',
  O3: 'o3',
} as const satisfies Record<IndexPollutant, keyof StationHour>;

/** The days of reference stations from their published hours; days without any are left out. */
export async function readStationDays(
  db: Database,
  codes: readonly string[],
  { first, last, zone }: { first: string; last: string; zone: string },
): Promise<Map<string, ReportDay[]>> {
  if (codes.length === 0 || first > last) return new Map();
  const bounds = [dayBounds(first, zone)[0], dayBounds(last, zone)[1]] as const;
  const hours = await listStationHours(db, codes, bounds);
  const byStation = Map.groupBy(hours, ({ stationCode }) => stationCode);
  const days = datesBetween(first, last).map((day) => ({ day, bounds: dayBounds(day, zone) }));
  return new Map(
    [...byStation].map(([code, published]) => {
      const at = new Map(published.map((one) => [one.hour, one]));
      return [code, days.flatMap(({ day, bounds: [from, to] }) => readDay(day, at, from, to) ?? [])];
    }),
  );
}

function readDay(
  day: string,
  at: ReadonlyMap<number, StationHour>,
  from: number,
  to: number,
): ReportDay | undefined {
  const starts = Array.from({ length: Math.round((to - from) / HOUR_MS) }, (_, n) => from + n * HOUR_MS);
  if (!starts.some((start) => at.has(start))) return undefined;
  const series = (pollutant: IndexPollutant) =>
    starts.map((start) => at.get(start)?.[columnOf[pollutant]] ?? null);
  // Every pollutant gets its hours.
  const hours = Object.fromEntries(
    allPollutants.map((one) => [one, series(one)]),
  ) as unknown as HoursByPollutant;
  return indexDayHours(day, hours);
}
