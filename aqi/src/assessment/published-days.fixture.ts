import { computeIndex } from '../compute-index.ts';
import { computeMean } from '../decimal.ts';
import { allPollutants, type IndexPollutant } from '../pollutant.ts';
import { readSharedTable } from '../shared-files.fixture.ts';
import { findChineseStandard } from '../standards.ts';
import { findHighestEightHours, isPeriodValid } from '../validity.ts';
import type { AssessedDay } from './assess-period.ts';
import { computeByPollutant } from './by-pollutant.ts';

/** A day made of published hours. */
export interface PublishedDay extends AssessedDay {
  /** The 24 hours from midnight of a station; null for a city. */
  hours: DayHours | null;
}

type Hours = (number | null)[];
type DayHours = Record<IndexPollutant, Hours>;

const columns = { 'PM2.5': 'pm2_5', PM10: 'pm10', SO2: 'so2', NO2: 'no2', CO: 'co', O3: 'o3_1h' };

/** The days of each station of a file of the national network, by station code. */
export function readPublishedDays(file: string): Map<string, PublishedDay[]> {
  const stations = new Map<string, Map<string, DayHours>>();
  const starts = new Map<string, { day: string; hour: number }>();
  for (const row of readSharedTable(file, ['time', 'station_code', ...Object.values(columns)])) {
    const { time = '', station_code: station = '' } = row;
    const start = starts.get(time) ?? findStart(time);
    starts.set(time, start);
    const days = stations.get(station) ?? new Map<string, DayHours>();
    stations.set(station, days);
    const hours = days.get(start.day) ?? computeByPollutant((): Hours => Array(24).fill(null));
    days.set(start.day, hours);
    for (const pollutant of allPollutants) {
      const text = row[columns[pollutant]] ?? '';
      hours[pollutant][start.hour] = text === '' ? null : Number(text);
    }
  }
  return new Map(
    [...stations].map(([station, days]) => [
      station,
      [...days].map(([day, hours]) => averageHours(day, hours)),
    ]),
  );
}

/** The network labels an hour by its end. */
export function findStart(label: string): { day: string; hour: number } {
  const start = new Date(Date.parse(`${label.replace(' ', 'T')}Z`) - 3_600_000);
  return { day: start.toISOString().slice(0, 10), hour: start.getUTCHours() };
}

function averageHours(day: string, hours: DayHours): PublishedDay {
  const values = computeByPollutant((pollutant) => {
    if (pollutant === 'O3') return findHighestEightHours(hours.O3);
    const measured = listMeasured(hours[pollutant]);
    return { value: computeMean(measured), valid: isPeriodValid('day', measured.length) };
  });
  return { day, values, hours };
}

export function listMeasured(hours: Hours): number[] {
  return hours.filter((value) => value !== null);
}

/** The days of a city: the mean of its valid stations, valid with three quarters of them. */
export function averageStations(stations: readonly (readonly PublishedDay[])[]): PublishedDay[] {
  const byDay = Map.groupBy(stations.flat(), ({ day }) => day);
  return [...byDay].map(([day, members]) => ({
    day,
    hours: null,
    values: computeByPollutant((pollutant) => {
      const valid = members.flatMap(({ values }) => {
        const found = values[pollutant];
        return found?.valid ? (found.value ?? []) : [];
      });
      return { value: computeMean(valid), valid: valid.length >= 0.75 * stations.length };
    }),
  }));
}

/** How many days have level 1, 2, … 6 by the daily index of their valid values. */
export function countLevelDays(days: readonly PublishedDay[]): number[] {
  const counts = [0, 0, 0, 0, 0, 0];
  for (const { day, values, hours } of days) {
    const valid = computeByPollutant((pollutant) => {
      const found = values[pollutant];
      return found?.valid ? found.value : null;
    });
    const ozone = listMeasured(hours?.O3 ?? []);
    // Counts in the edition of 2012 only.
    const highest = isPeriodValid('day', ozone.length) ? Math.max(...ozone) : null;
    const { level } = computeIndex({
      standard: findChineseStandard(day),
      mode: 'daily',
      values: { ...valid, 'O3@1h': highest },
    });
    if (level !== null) counts[level - 1] = (counts[level - 1] ?? 0) + 1;
  }
  return counts;
}
