import { HOUR_MS } from '@limpid/contract/durations';
import { offsetAt } from '@limpid/contract/local-time';
import { publishedAfter, publishHours } from '@limpid/simulator/reference/publish-hours';
import type { ReferenceCity } from '@limpid/simulator/reference/reference-city';
import { formatWallClock } from '../../platform/sheets/dates.ts';
import { readSheetTime } from '../data/data.api.ts';
import { type DemoReceiver, startHttpServer } from './demo-receivers.ts';

export const publisherPath = '/simulated/hours';

/** The hours before the newest one in which one with values is looked for: stations are offline at times. */
const longestSilence = 6;

/**
 * The interface of a simulated network on the loopback address: the newest hour as JSON, or the one that ends at `time`.
 * As those of authorities it writes numbers as texts and a dash for what is missing.
 */
export function startDemoPublisher(city: ReferenceCity, now: () => number): Promise<DemoReceiver> {
  return startHttpServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://127.0.0.1');
    if (pathname !== publisherPath) return response.writeHead(404).end();
    const time = searchParams.get('time');
    const end = time === null ? undefined : readSheetTime(time, city.zone);
    const hours = end === undefined ? readNewest(city, now()) : readHour(city, end - HOUR_MS, now());
    return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ hours }));
  });
}

function readNewest(city: ReferenceCity, now: number) {
  const newest = Math.floor((now - publishedAfter) / HOUR_MS) * HOUR_MS - HOUR_MS;
  for (let back = 0; back < longestSilence; back++) {
    const rows = readHour(city, newest - back * HOUR_MS, now);
    if (rows.length > 0) return rows;
  }
  return [];
}

/** What is published of an hour by now; a later version replaces an earlier one. */
function readHour(city: ReferenceCity, hour: number, now: number) {
  const end = hour + HOUR_MS;
  const published = publishHours(city, { from: hour, to: end, since: 0, until: now });
  const versions = new Map(published.map((one) => [one.station.code, one]));
  return [...versions.values()].map(({ station, amounts }) => ({
    station: station.code,
    name: station.name,
    city: city.name,
    province: city.province,
    longitude: station.longitude,
    latitude: station.latitude,
    time: formatWallClock(new Date(end + offsetAt(end, city.zone))),
    pm25: write(amounts['PM2.5']),
    pm10: write(amounts.PM10),
    so2: write(amounts.SO2),
    no2: write(amounts.NO2),
    o3: write(amounts.O3),
    co: write(amounts.CO),
  }));
}

const write = (amount: number | null) => (amount === null ? '—' : String(amount));
