import { gunzipSync } from 'node:zlib';
import { HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import type { MapHours } from '@limpid/contract/map/hours';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { testHour, testNow } from '../../testing/clock.ts';
import { addDepartment, addPerson, personPassword } from '../../testing/people.ts';
import { makeResourceClient } from '../../testing/resource-client.ts';
import { soon } from '../../testing/soon.ts';
import { addSite } from '../../testing/stations.ts';
import { siteChanged } from '../reading/site-changed.ts';
import { findSite, listSnapshotSiteIds, reportValues, requestMap, storeHour } from './map.fixture.ts';

let t: TestApp;
let admin: string;
let first: number;
const permissions = ['map:site:list'];
const second = testNow;

beforeAll(async () => {
  t = await openTestApp();
  admin = await t.login();
  await addDepartment(t, 110, 100, [0, 100]);
  await addDepartment(t, 120, 100, [0, 100]);
});
afterAll(() => t.close());

const readSite = async (siteId: number) => findSite((await requestMap(t, admin)).map, siteId);

describe('the snapshot', () => {
  it('without sites is empty, and contains channels and the rules of indices', async () => {
    const { map, headers } = await requestMap(t, admin, { lang: 'fr' });
    expect(map.sites.idStep).toEqual([]);
    expect(map.channels.map(({ code }) => code)).toEqual([
      'PM2.5',
      'PM10',
      'SO2',
      'NO2',
      'CO',
      'O3',
      'WS',
      'WD',
    ]);
    expect(map.channels[0]).toMatchObject({
      name: 'PM2,5',
      unit: 'µg/m³',
      bands: [{ upTo: 35, name: 'Excellent' }, {}, {}, {}, {}, {}],
    });
    expect(map.indices.map(({ key, standard, averaging }) => [key, standard, averaging])).toEqual([
      ['china', 'HJ 633-2026', 'hour'],
      ['us', 'US EPA', 'nowcast'],
      ['europe', 'EU', 'hour'],
      ['atmo', 'ATMO', 'day'],
    ]);
    expect(map.indices[0]?.levels.map(({ max }) => max)).toEqual([50, 100, 150, 200, 300, null]);
    expect(headers).toMatchObject({ 'cache-control': 'private, no-cache', vary: 'accept-encoding' });
    expect(Date.parse(String(headers['date']))).toBeGreaterThan(Date.now() - MINUTE_MS);
  });

  it('has rules of indices that callers without a map can read too', async () => {
    await addPerson(t, 'nobody', [{ permissions: [] }]);
    const { body } = await t.send('GET', '/map/indices', { token: await t.login('nobody', personPassword) });
    expect(body['data']).toEqual((await requestMap(t, admin)).map.indices);
    expect((await t.send('GET', '/map/indices')).body.code).toBe(401);
  });

  it('contains a site as soon as it is registered, without coordinates and values', async () => {
    first = await addSite(t, { mn: 'MAP1' });
    expect(await readSite(first)).toEqual({
      name: 'MAP1',
      entity: 'MAP1',
      at: [null, null],
      state: 'off',
      simulated: '0',
      interval: 60,
      ts: null,
      hour: null,
      china: [null, 0, '0'],
      values: { 'PM2.5': null, PM10: null, SO2: null, NO2: null, CO: null, O3: null, WS: null, WD: null },
      exceptions: [],
    });
  });

  it('has the newest values within a second, with old, invalid and flagged ones marked', async () => {
    await reportValues(t, 'MAP1', second - 600_000, 'a21026-Rtd=12.34,a21026-Flag=N');
    await reportValues(
      t,
      'MAP1',
      second,
      'a34004-Rtd=36.5,a34004-Flag=N;a34002-Rtd=70,a34002-Flag=D;a21005-Rtd=9999,a21005-Flag=N;a01001-Rtd=20,a01001-Flag=N',
    );
    await soon(() => readSite(first)).toMatchObject({
      state: 'on',
      ts: second,
      values: { 'PM2.5': 36, PM10: null, SO2: 12, NO2: null },
      exceptions: [
        ['PM10', null, 'D', null],
        ['SO2', second - 600_000, null, null],
        // The number is shown although it is not valid.
        ['CO', null, null, 9999],
      ],
    });
  });

  it('shows edits at the next request: names, coordinates, simulated and disabled sites', async () => {
    await t.app.pool.query('update site set simulated = true where site_id = $1', [first]);
    const { send } = makeResourceClient(t, '/site/site', admin);
    const { data } = (await send('GET', `/${first}`)) as { data?: object };
    const json = { ...data, siteName: 'Quai', longitude: 2.3522219, latitude: 48.8566, status: '1' };
    expect(await send('PUT', '', json)).toMatchObject({ code: 200 });
    expect(await readSite(first)).toMatchObject({
      name: 'Quai',
      at: [2.35222, 48.8566],
      state: 'stopped',
      simulated: '1',
    });
    await send('PUT', '', { ...json, status: '0' });
    expect(await readSite(first)).toMatchObject({ state: 'on' });
  });

  it('marks a silent station as offline, and keeps its last values', async () => {
    t.clock.advance(10);
    await soon(() => readSite(first)).toMatchObject({ state: 'off', values: { 'PM2.5': 36 } });
    t.clock.advance(-10);
  });

  it('has the channels shown on maps, also one beyond the first 32', async () => {
    await t.app.pool.query(
      'insert into basic_slot select generate_series((select max(slot) + 1 from basic_slot), 32)',
    );
    const { add, send, get } = makeResourceClient(t, '/basic/channel', admin);
    const names = { channelCode: 'NH3X', gbCode: 'a99001', channelName: '氨', channelNameEn: 'Ammonia' };
    const channelId = await add({ ...names, orderNum: 0, mapDisplay: true }, ['channelCode', 'channelId']);
    const channel = await get(channelId);
    expect(channel['slot']).toBe(33);
    expect((await requestMap(t, admin)).map.channels[0]).toMatchObject({
      code: 'NH3X',
      name: 'Ammonia',
      bands: [],
    });
    await t.app.pool.query('insert into basic_device_type_channel values (1, $1)', [channelId]);
    await t.app.bus.publish(siteChanged);
    await soon(() => t.ingest.directory.findByMn('MAP1')?.channels.has('a99001')).toBe(true);
    await reportValues(t, 'MAP1', second + 500, 'a99001-Rtd=5.25,a99001-Flag=N');
    await soon(async () => (await readSite(first))?.values['NH3X']).toBe(5.2);
    await send('PUT', '', { ...channel, mapDisplay: false });
    expect((await requestMap(t, admin)).map.channels).toHaveLength(8);
  });
});

describe('the index', () => {
  it('is that of the newest closed hour, in every process, unless older than three hours', async () => {
    const here = await addSite(t, { mn: 'HOUR1' });
    const old = await addSite(t, { mn: 'HOUR2' });
    const closed = testHour - HOUR_MS;
    await storeHour(t, here, closed, 60);
    await storeHour(t, old, closed - 4 * HOUR_MS, 60);
    const other = await openTestApp({}, { connection: t.connection });
    const token = await other.login();
    await soon(async () => (await requestMap(other, token)).map.hours).toEqual([closed]);
    const { map } = await requestMap(other, token);
    // PM2.5 of 60 is 100 by the table of 2026, CO of 60 is 200.
    expect(findSite(map, here)).toMatchObject({ hour: closed, china: [200, 0b010000, '0'] });
    expect(findSite(map, old)).toMatchObject({ hour: null, china: [null, 0, '0'] });
    await other.close();
  });
});

describe('the time-lapse', () => {
  const askHours = async (question: string) => {
    const { body } = await t.send('GET', `/map/hours?lang=en&${question}`, { token: admin });
    return body;
  };

  it('contains an index or the means of a channel for the last 24 closed hours of every site', async () => {
    const site = await addSite(t, { mn: 'FILM1' });
    const closed = testHour - HOUR_MS;
    await storeHour(t, site, closed - 2 * HOUR_MS, 60);
    const read = async (question: string) => {
      // By the contract.
      const { hours, sites, values } = (await askHours(question))['data'] as MapHours;
      expect(hours).toHaveLength(24);
      expect(hours.at(-1)).toBe(closed);
      const place = sites.indexOf(site);
      return values.map((numbers) => numbers[place]);
    };
    const nothing = Array.from({ length: 24 }, (): number | null => null);
    await soon(() => read('')).toEqual(nothing.with(21, 200));
    expect(await read('channel=PM10')).toEqual(nothing.with(21, 60));
    expect(await read('index=europe')).toEqual(nothing.with(21, 4));
  });

  it('contains the closed hours of any stored day', async () => {
    const site = await addSite(t, { mn: 'FILM2' });
    const from = testHour - 72 * HOUR_MS;
    await storeHour(t, site, from + 5 * HOUR_MS, 60);
    const read = async (to: number) => {
      // By the contract.
      const { hours, sites, values } = (await askHours(`channel=PM10&from=${from}&to=${to}`))[
        'data'
      ] as MapHours;
      return { hours, at: values.map((numbers) => numbers[sites.indexOf(site)]) };
    };
    await soon(async () => (await read(from + 24 * HOUR_MS)).at[5]).toBe(60);
    expect((await read(from + 23 * HOUR_MS)).hours).toHaveLength(23);
    // Not more than the longest day, and nothing of the future.
    expect((await read(testHour + 99 * HOUR_MS)).hours).toHaveLength(25);
    const reversed = await askHours(`from=${testHour}&to=${from}`);
    expect((reversed['data'] as MapHours).hours).toEqual([]);
  });

  it('of an unknown channel or index is rejected with its name', async () => {
    expect(await askHours('channel=NONE')).toMatchObject({ code: 500, field: 'channel' });
    expect(await askHours('index=mars')).toMatchObject({ code: 500, field: 'index' });
  });
});

describe('a repeated request', () => {
  it('gets no body while the snapshot is unchanged, in any encoding', async () => {
    const accepted = ['br, gzip;q=0', 'gzip, deflate, br', 'deflate, gzip;q=0.5'];
    const responses = await Promise.all(
      accepted.map((one) => requestMap(t, admin, { headers: { 'accept-encoding': one } })),
    );
    expect(responses.map(({ headers }) => headers['content-encoding'])).toEqual([undefined, 'gzip', 'gzip']);
    const [plain, gzip] = responses;
    expect(gunzipSync(gzip?.bytes ?? '')).toEqual(plain?.bytes);
    const tags = responses.map(({ headers }) => String(headers['etag']));
    expect(new Set(tags).size).toBe(2);
    const again = await requestMap(t, admin, { headers: { 'if-none-match': `"other", ${tags[0]}` } });
    expect(again).toMatchObject({ status: 304, headers: { etag: tags[0] } });
    expect(again.bytes).toHaveLength(0);
    expect(again.headers['date']).toBeTruthy();
    expect(
      (await requestMap(t, admin, { lang: 'zh', headers: { 'if-none-match': String(tags[0]) } })).status,
    ).toBe(200);
    const changed = () =>
      requestMap(t, admin, { headers: { 'if-none-match': String(tags[0]) } }).then(({ status }) => status);
    await reportValues(t, 'MAP1', second + 1000, 'a34004-Rtd=51,a34004-Flag=N');
    await soon(changed).toBe(200);
  });
});

describe('the visibility of sites', () => {
  it('depends on permission, data scope and department of the entity at every request', async () => {
    const near = await addSite(t, { mn: 'NEAR', deptId: 110 });
    const far = await addSite(t, { mn: 'FAR', deptId: 120 });
    await addPerson(t, 'watcher', [{ permissions, dataScope: '3' }], 110);
    await addPerson(t, 'stranger', [{ permissions: ['data:realtime:list'] }], 110);
    const watcher = await t.login('watcher', personPassword);
    const seen = async () => listSnapshotSiteIds((await requestMap(t, watcher)).map);
    expect(await seen()).toEqual([near]);
    const { headers } = await requestMap(t, watcher);
    expect(
      (await requestMap(t, admin, { headers: { 'if-none-match': String(headers['etag']) } })).status,
    ).toBe(200);
    expect((await requestMap(t, await t.login('stranger', personPassword))).code).toBe(403);

    await t.app.pool.query(`update sys_role set data_scope = '1' where role_name = 'role of watcher'`);
    expect(await seen()).toEqual(expect.arrayContaining([first, near, far]));
    await t.app.pool.query(`update sys_role set data_scope = '4' where role_name = 'role of watcher'`);
    expect(await seen()).toEqual([near]);
    // A department moved below the own one brings its sites.
    await t.app.pool.query(
      `update sys_dept set ancestors = '{0,100,110}', parent_id = 110 where dept_id = 120`,
    );
    expect(await seen()).toEqual([near, far]);
    await t.app.pool.query('update site_entity set dept_id = 100 where dept_id = 110');
    await t.app.bus.publish(siteChanged);
    expect(await seen()).toEqual([far]);
    await t.app.pool.query(`update sys_role set data_scope = '5' where role_name = 'role of watcher'`);
    expect(await seen()).toEqual([]);
    await t.app.pool.query(`update sys_role set status = '1' where role_name = 'role of watcher'`);
    expect((await requestMap(t, watcher)).code).toBe(403);
  });

  it('is granted to operators and viewers by default', async () => {
    const { rows } = await t.app.pool.query(
      `select role_id from sys_role_menu join sys_menu using (menu_id) where perms = 'map:site:list' and role_id < 4
       order by 1`,
    );
    expect(rows).toEqual([{ role_id: 2 }, { role_id: 3 }]);
  });
});
