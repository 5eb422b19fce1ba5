import { HOUR_MS } from '@limpid/contract/durations';
import { formatLocalTime } from '@limpid/contract/local-time';
import { mapPollutants } from '@limpid/contract/map/site-update';
import {
  type National,
  type NationalHours,
  type NationalState,
  nationalStates,
} from '@limpid/contract/reference/national';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp } from '../../../testing/app.ts';
import { addPerson, personPassword } from '../../../testing/people.ts';
import { soon } from '../../../testing/soon.ts';
import { wrapFile } from '../../../testing/upload.ts';

const t = await openTestApp();
afterAll(() => t.close());
const token = await t.login();
const zone = 'Asia/Shanghai';
/** Starts of hours; the first day after the change of the Chinese standard, and the last before it. */
const spring = Date.parse('2026-04-15T00:00Z');
const winter = Date.parse('2026-02-28T15:00Z');

const all = '50,120,10,40,60,0.8';

async function publish(lines: [start: number, code: string, place: string, values: string][]): Promise<void> {
  const head = 'time,station_code,station_name,province,city,longitude,latitude,aqi,pm2_5,pm10,so2,no2,o3,co';
  const rows = lines.map(
    ([start, code, place, values]) =>
      `${formatLocalTime(start + HOUR_MS, zone)},${code},${code} station,${place},${values}`,
  );
  const upload = wrapFile(Buffer.from([head, ...rows].join('\n')), 'file', 'hours.csv');
  const { body } = await t.send('POST', '/analysis/nationalControl/importData', { token, ...upload });
  expect(body['data']).toMatchObject({ added: lines.length, failed: [] });
}

async function read(query = '', as = token): Promise<National> {
  const { body } = await t.send('GET', `/analysis/national${query}`, { token: as });
  expect(body).toMatchObject({ code: 200 });
  return body['data'] as National;
}

async function readHours(): Promise<NationalHours> {
  return (await t.send('GET', '/analysis/national/hours', { token })).body['data'] as NationalHours;
}

function findCity({ cities }: National, name: string) {
  const at = cities.name.indexOf(name);
  const byPollutant = (columns: readonly (readonly (number | null)[])[]) =>
    Object.fromEntries(mapPollutants.map((pollutant, n) => [pollutant, columns[n]?.[at]]));
  return {
    at,
    stations: cities.stations[at],
    state: nationalStates[cities.state[at] ?? -1],
    aqi: cities.aqi[at],
    primary: cities.primary[at],
    missing: cities.missing[at],
    values: byPollutant(cities.values),
    valid: byPollutant(cities.valid),
  };
}

const stateOf = ({ stations }: National, code: string): NationalState | undefined =>
  nationalStates[stations.state[stations.code.indexOf(code)] ?? -1];

describe('without publications', () => {
  it('there is no hour, no city and no station', async () => {
    expect(await readHours()).toEqual({ zone, starts: [], counts: [] });
    expect(await read()).toMatchObject({ hour: null, zone, cities: { name: [] }, stations: { code: [] } });
  });
});

describe('an hour', () => {
  const [a, b, c] = [',A city,116,39', ',B city,120,30', 'P,C city,,'];
  beforeAll(async () => {
    await publish([
      [spring, 'A1', a, `80,${all}`],
      [spring, 'A2', a, `,${all.replace('50', '60')}`],
      [spring, 'A3', a, ',70,,10,40,60,0.8'],
      [spring, 'A4', a, ',,,,,,'],
      [spring, 'B1', b, `,${all}`],
      [spring - HOUR_MS, 'B2', b, `,${all}`],
      [spring, 'C1', c, ',40,,10,40,60,0.8'],
      [spring, 'D1', ',,110,30', `,${all}`],
      [spring - 40 * 24 * HOUR_MS, 'A5', a, `,${all}`],
      [winter, 'A1', a, `,${all}`],
    ]);
  });

  it('is the newest by default; its time is its start, and gaps end a run of hours', async () => {
    const { hour, standard, minValidPercent, inactive } = await read();
    expect({ hour, standard, minValidPercent, inactive }).toEqual({
      hour: spring,
      standard: 'HJ 633-2026',
      minValidPercent: 75,
      inactive: 1,
    });
    expect(await readHours()).toEqual({
      zone,
      starts: [winter, spring - 40 * 24 * HOUR_MS, spring - HOUR_MS].toSorted((x, y) => x - y),
      counts: [1, 1, 2],
    });
  });

  it('has the mean of a city where enough of its active stations are valid', async () => {
    const city = findCity(await read(), 'A city');
    // Three of four stations have particles below 2.5 µm, two of four those below 10 µm.
    expect(city).toMatchObject({ stations: 4, values: { 'PM2.5': 60, PM10: null, CO: 0.8 } });
    expect(city.valid).toMatchObject({ 'PM2.5': 3, PM10: 2 });
    // An index up to 100 is withheld without all six pollutants.
    expect(city).toMatchObject({ state: 'withheld', aqi: null, primary: 0, missing: 2 });
    expect(findCity(await read(), 'B city')).toMatchObject({ stations: 2, state: 'tooFew', aqi: null });
  });

  it('follows the parameter of the installation', async () => {
    const set = async (value: string) => {
      const { body } = await t.send('GET', '/system/config/list?configKey=reference.cityValidPercent', {
        token,
      });
      const [row] = body['rows'] as Record<string, unknown>[];
      expect(String(row?.['remark'])).toContain('unconfirmed');
      const json = { ...row, configValue: value };
      return (await t.send('PUT', '/system/config', { token, json })).body.code;
    };
    for (const wrong of ['0', '101', 'most', '']) expect(await set(wrong)).toBe(500);
    expect(await set('50')).toBe(200);
    const half = await read();
    expect(half.minValidPercent).toBe(50);
    // 60 µg/m³ of PM2.5 are the limit of an index of 100, as are 120 µg/m³ of PM10.
    expect(findCity(half, 'A city')).toMatchObject({ state: 'given', aqi: 100, primary: 3, missing: 0 });
    expect(findCity(half, 'B city')).toMatchObject({ state: 'given', valid: { O3: 1 } });
    expect(await set('75')).toBe(200);
  });

  it('has the index of each station beside the published one, and why there is none', async () => {
    const national = await read();
    const { stations, cities } = national;
    const at = stations.code.indexOf('A1');
    expect([stations.aqi[at], stations.published[at], stations.values[0]?.[at]]).toEqual([100, 80, 50]);
    expect(cities.name[stations.city[at] ?? -1]).toBe('A city');
    expect(stations.city[stations.code.indexOf('D1')]).toBe(-1);
    expect(['A1', 'A4', 'B2', 'C1'].map((code) => stateOf(national, code))).toEqual([
      'given',
      'empty',
      'silent',
      'withheld',
    ]);
    expect(stations.code).not.toContain('A5');
    expect(stations.longitude[stations.code.indexOf('C1')]).toBeNull();
    expect(cities.province[cities.name.indexOf('C city')]).toBe('P');
  });

  it('is judged by the standard of its date in the zone of the server', async () => {
    const before = await read(`?at=${winter}`);
    expect(before).toMatchObject({ hour: winter, standard: 'HJ 633-2012' });
    // 120 µg/m³ of PM10 gave 85 in that standard.
    expect(findCity(before, 'A city')).toMatchObject({ stations: 1, aqi: 85, primary: 2 });
    expect((await read(`?at=${winter + HOUR_MS}`)).standard).toBe('HJ 633-2026');
  });

  it('without any publication lists its stations as silent; long before, there are none', async () => {
    const later = await read(`?at=${spring + 5 * HOUR_MS}`);
    expect(later.hour).toBe(spring + 5 * HOUR_MS);
    expect(new Set(later.stations.state)).toEqual(new Set([nationalStates.indexOf('silent')]));
    expect(findCity(later, 'A city')).toMatchObject({ state: 'silent', stations: 4 });
    expect((await read('?at=0')).stations.code).toEqual([]);
  });

  it('is refused for an unknown index or an impossible time', async () => {
    for (const query of ['?index=mars', '?at=-1', '?at=noon', '?at=8640000000000001'])
      expect((await t.send('GET', `/analysis/national${query}`, { token })).body.code, query).toBe(500);
  });
});

describe('other indices', () => {
  it('are computed from the hours before, or say that there are too few', async () => {
    expect(findCity(await read('?index=europe'), 'B city').state).toBe('tooFew');
    const europe = await read('?index=europe');
    expect(europe.standard).toBe('EU');
    expect(europe.stations.aqi[europe.stations.code.indexOf('B1')]).toBe(3);
    expect(stateOf(await read('?index=atmo'), 'B1')).toBe('tooShort');
    const hours = Array.from({ length: 23 }, (_, back) => spring - (back + 1) * HOUR_MS);
    await publish(hours.map((start) => [start, 'B1', ',B city,120,30', `,${all}`]));
    const atmo = await read('?index=atmo');
    expect(stateOf(atmo, 'B1')).toBe('given');
    expect(atmo.stations.aqi[atmo.stations.code.indexOf('B1')]).toBe(5);
  });
});

describe('a response', () => {
  it('is 304 until something is published or the language changes', async () => {
    const url = `/prod-api/analysis/national?at=${spring}`;
    const get = (headers: Record<string, string> = {}) =>
      t.app.http.inject({ url, headers: { authorization: `Bearer ${token}`, ...headers } });
    const etag = String((await get()).headers['etag']);
    expect((await get({ 'if-none-match': etag })).statusCode).toBe(304);
    await publish([[spring, 'Z1', ',Z city,100,20', `,${all}`]]);
    expect((await get({ 'if-none-match': etag })).statusCode).toBe(200);
  });

  it('is public within the console: every data scope sees the same, with the permission', async () => {
    await addPerson(t, 'narrow', [{ permissions: ['analysis:national:list'], dataScope: '5' }]);
    expect(await read('', await t.login('narrow', personPassword))).toEqual(await read());
    await addPerson(t, 'without', [{ permissions: ['analysis:nationalControl:list'] }]);
    const without = await t.login('without', personPassword);
    for (const path of ['/analysis/national', '/analysis/national/hours'])
      expect((await t.send('GET', path, { token: without })).body.code).toBe(403);
    const json = { format: 'csv' };
    const refused = await t.send('POST', '/analysis/national/export', { token: without, json });
    expect(refused.body.code).toBe(403);
  });

  it('can be exported as a ranked table of cities', async () => {
    const json = { format: 'csv', at: spring };
    const { body } = await t.send('POST', '/analysis/national/export?lang=en', { token, json });
    const { id } = body['data'] as { id: string };
    await soon(async () => (await t.send('GET', `/common/work/${id}`, { token })).body['data']).toMatchObject(
      { state: 'done' },
    );
    const { bytes } = await t.send('GET', `/common/work/${id}/file`, { token });
    const lines = bytes.toString('utf8').trim().split(/\r?\n/);
    expect(lines[0]).toContain('Rank,City,Province,Released,AQI (China),Level');
    expect(lines[1]).toContain('1,Z city,,2026-04-15 09:00,100,Good,PM10,50,120,10,40,0.8,60,1,1');
    expect(lines.slice(2).map((line) => line.split(',')[1])).toEqual(['A city', 'B city', 'C city']);
    expect(lines[2]).toContain('AQI not published: missing PM10');
  });
});
