import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { HOUR_MS } from '@limpid/contract/durations';
import type { Hours } from './finding.ts';

export const airPollutants = ['pm25', 'pm10', 'so2', 'no2', 'co', 'o3'] as const;
export type AirPollutant = (typeof airPollutants)[number];

/** A station of a published file: its hours by pollutant, all on the same grid. */
export interface AirStation {
  code: string;
  /** WGS-84; null where the file has none. */
  place: [longitude: number, latitude: number] | null;
  lines: Record<AirPollutant, Hours>;
}

const folder = new URL('../../../../../../shared/data/air/', import.meta.url);
const columns: Record<AirPollutant, readonly string[]> = {
  pm25: ['pm2_5', 'PM2.5'],
  pm10: ['pm10', 'PM10'],
  so2: ['so2', 'SO2'],
  no2: ['no2', 'NO2'],
  co: ['co', 'CO'],
  o3: ['o3_1h', 'O3'],
};

export function hasAirFile(name: string): boolean {
  return existsSync(new URL(name, folder));
}

/** Reads a published file of hours: those of the national network, and those of the UCI archive. */
export function readAirFile(name: string): AirStation[] {
  const [heading = '', ...lines] = gunzipSync(readFileSync(new URL(name, folder)))
    .toString('utf8')
    .trim()
    .split(/\r?\n/);
  const heads = heading.split(',');
  const place = (names: readonly string[]) => heads.findIndex((head) => names.includes(head));
  const code = place(['station_code', 'station']);
  const [longitude, latitude] = [place(['longitude']), place(['latitude'])];
  const rows = lines.map((line) => line.split(','));
  const hourOf = (row: readonly string[]) => {
    const [time, year, month, day, hour] = ['time', 'year', 'month', 'day', 'hour'].map(
      (head) => row[place([head])],
    );
    const ms = time
      ? Date.parse(`${time.replace(' ', 'T')}Z`)
      : Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour));
    return Math.round(ms / HOUR_MS);
  };
  const times = rows.map(hourOf);
  const first = times.reduce((least, hour) => Math.min(least, hour));
  const length = times.reduce((most, hour) => Math.max(most, hour)) - first + 1;
  const stations = new Map<string, AirStation>();
  for (const [index, row] of rows.entries()) {
    const name = row[code] ?? '';
    const station = stations.get(name) ?? openStation(name, [row[longitude], row[latitude]], length);
    stations.set(name, station);
    for (const pollutant of airPollutants) {
      const text = row[place(columns[pollutant])] ?? '';
      const value = text === '' || text === 'NA' ? Number.NaN : Number(text);
      // The archive has CO in µg/m³.
      const factor = pollutant === 'co' && longitude < 0 ? 0.001 : 1;
      station.lines[pollutant][(times[index] ?? 0) - first] = value * factor;
    }
  }
  return [...stations.values()];
}

function openStation(
  code: string,
  [longitude, latitude]: (string | undefined)[],
  length: number,
): AirStation {
  const open = () => new Float64Array(length).fill(Number.NaN);
  return {
    code,
    place: longitude && latitude ? [Number(longitude), Number(latitude)] : null,
    lines: { pm25: open(), pm10: open(), so2: open(), no2: open(), co: open(), o3: open() },
  };
}
