import { HOUR_MS } from '@limpid/contract/durations';
import { formatLocalTime } from '@limpid/contract/local-time';
import type { MapReferenceHours } from '@limpid/contract/reference/reference-hours';
import type { MapReferences } from '@limpid/contract/reference/references';
import { afterAll, expect, it } from 'vitest';
import { openTestApp } from '../../testing/app.ts';
import { addPerson, personPassword } from '../../testing/people.ts';
import { soon } from '../../testing/soon.ts';
import { wrapFile } from '../../testing/upload.ts';

const t = await openTestApp();
afterAll(() => t.close());
let token = await t.login();
const zone = 'Asia/Shanghai';
const newest = Math.floor(t.clock.now().getTime() / HOUR_MS) * HOUR_MS;

async function request(headers: Record<string, string> = {}) {
  const response = await t.send('GET', '/map/references', { token, headers });
  // A 304 has no body.
  return { ...response, map: response.body['data'] as MapReferences };
}

async function publish(lines: [hoursAgo: number, code: string, values: string][]): Promise<void> {
  const rows = lines.map(([ago, code, values]) => {
    const at = newest - ago * HOUR_MS;
    return `${formatLocalTime(at, zone)},${code},${values}`;
  });
  const head = 'time,station_code,station_name,city,longitude,latitude,aqi,pm2_5,pm10,so2,no2,o3,co';
  const upload = wrapFile(Buffer.from([head, ...rows].join('\n')), 'file', 'hours.csv');
  const { body } = await t.send('POST', '/analysis/nationalControl/importData', { token, ...upload });
  expect(body['data']).toMatchObject({ added: lines.length, failed: [] });
}

it('returns no stations without publications', async () => {
  const { map } = await request();
  expect(map.stations.code).toEqual([]);
  expect(map.values).toHaveLength(6);
});

it('returns the newest hour with values of every station within the last two days', async () => {
  await publish([
    [0, 'A1', '东四,北京市,116.417412,39.9289,,,,,,,'],
    [1, 'A1', '东四,北京市,116.417412,39.9289,112,55,112,4,52,57,0.7'],
    [2, 'A1', '东四,北京市,116.417412,39.9289,95,55,112,4,52,57,0.7'],
    [47, 'B1', '旧,乙市,120,30,60,40,60,,,,'],
    [49, 'C1', '老,丙市,121,31,60,40,60,,,,'],
    [1, 'D1', '无处,丁市,,,60,40,60,,,,'],
  ]);
  const { map } = await request();
  expect(map.releases).toEqual([newest - 47 * HOUR_MS, newest - HOUR_MS]);
  expect(map.stations).toEqual({
    code: ['A1', 'B1'],
    name: ['东四', '旧'],
    city: ['北京市', '乙市'],
    level: ['national', 'national'],
    longitude: [116.41741, 120],
    latitude: [39.9289, 30],
    release: [1, 0],
  });
  expect(map.values).toEqual([
    [55, 40],
    [112, 60],
    [4, null],
    [52, null],
    [0.7, null],
    [57, null],
  ]);
  expect(map.index.china).toEqual({ aqi: [112, 60], primary: [0, 1] });
});

it('computes other indices from earlier hours, and leaves them out if too few', async () => {
  const { map } = await request();
  expect(map.index.europe.aqi[0]).toBe(4);
  expect(map.index.us.aqi[0]).toBeGreaterThan(100);
  expect(map.index.atmo.aqi).toEqual([null, null]);
  const day = Array.from({ length: 22 }, (_, at) => at + 3);
  await publish(day.map((ago) => [ago, 'A1', '东四,北京市,116.417412,39.9289,95,55,112,4,52,57,0.7']));
  expect((await request()).map.index.atmo.aqi[0]).toBe(5);
});

it('responds with 304 until something is published or becomes too old', async () => {
  const { headers } = await request();
  const tag = { 'if-none-match': String(headers['etag']) };
  const url = '/prod-api/map/references';
  const same = await t.app.http.inject({ url, headers: { ...tag, authorization: `Bearer ${token}` } });
  expect([same.statusCode, same.payload]).toEqual([304, '']);
  t.clock.advance(120);
  token = await t.login();
  const later = await request(tag);
  expect(later.status).toBe(200);
  expect(later.map.stations.code).toEqual(['A1']);
});

async function requestHours(query: string): Promise<MapReferenceHours> {
  const { body } = await t.send('GET', `/map/references/hours?${query}`, { token });
  expect(body.code).toBe(200);
  return body['data'] as MapReferenceHours;
}

/** The values of a station at these hours before the newest release. */
const valuesAt = ({ hours, stations, values }: MapReferenceHours, code: string, ago: number[]) =>
  ago.map((n) => values[hours.indexOf(newest - (n + 1) * HOUR_MS)]?.[stations.code.indexOf(code)]);

it('returns the published hours for the time-lapse, with indices, pollutants and days before', async () => {
  const day = `from=${newest - 24 * HOUR_MS}&to=${newest}`;
  const china = await requestHours(day);
  expect(china.hours).toHaveLength(24);
  // D1 has no coordinates, B1 and C1 published on days before.
  expect(china.stations).toEqual({
    code: ['A1'],
    name: ['东四'],
    longitude: [116.41741],
    latitude: [39.9289],
  });
  expect(valuesAt(china, 'A1', [0, 1, 2])).toEqual([null, 112, 95]);
  expect(valuesAt(await requestHours(`${day}&channel=PM10`), 'A1', [0, 1])).toEqual([null, 112]);
  expect(valuesAt(await requestHours(`${day}&index=us`), 'A1', [1])[0]).toBeGreaterThan(100);
  expect((await requestHours(`${day}&channel=WS`)).stations.code).toEqual([]);
  const before = await requestHours(`from=${newest - 50 * HOUR_MS}&to=${newest - 47 * HOUR_MS}`);
  expect(before.stations.code).toEqual(['B1', 'C1']);
  expect(valuesAt(before, 'C1', [49])).toEqual([60]);
  const never = await requestHours(`from=${newest - 900 * HOUR_MS}&to=${newest - 890 * HOUR_MS}`);
  expect([never.hours.length, never.stations.code]).toEqual([10, []]);
});

it('shows a new publication in the next time-lapse', async () => {
  const day = `from=${newest - 24 * HOUR_MS}&to=${newest}`;
  expect(valuesAt(await requestHours(day), 'E1', [3])).toEqual([undefined]);
  await publish([[3, 'E1', '新,戊市,122,32,77,50,80,,,,']]);
  await soon(async () => valuesAt(await requestHours(day), 'E1', [3])).toEqual([77]);
});

it('needs the permission to see sites on the map', async () => {
  await addPerson(t, 'mapless', [{ permissions: ['analysis:nationalControl:list'] }]);
  const mapless = await t.login('mapless', personPassword);
  for (const path of ['/map/references', '/map/references/hours'])
    expect((await t.send('GET', path, { token: mapless })).body.code).toBe(403);
  await addPerson(t, 'viewer', [{ permissions: ['map:site:list'] }]);
  const viewer = await t.login('viewer', personPassword);
  expect((await t.send('GET', '/map/references', { token: viewer })).body.code).toBe(200);
});
