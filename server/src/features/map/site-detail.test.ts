import { HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import type { HourAgo, SiteDetail } from '@limpid/contract/map/site-detail';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { testHour, testNow } from '../../testing/clock.ts';
import { addDepartment, addPerson, personPassword } from '../../testing/people.ts';
import { soon } from '../../testing/soon.ts';
import { addSite } from '../../testing/stations.ts';
import { reportValues, storeHour } from './map.fixture.ts';

let t: TestApp;
let admin: string;
let site: number;
let young: number;

beforeAll(async () => {
  t = await openTestApp();
  admin = await t.login();
  site = await addSite(t, { mn: 'DETAIL' });
  young = await addSite(t, { mn: 'YOUNG' });
  const before = testNow - HOUR_MS;
  await reportValues(
    t,
    'DETAIL',
    before - MINUTE_MS,
    'a34004-Rtd=10,a34004-Flag=N;a01002-Rtd=50,a01002-Flag=N',
  );
  await reportValues(t, 'DETAIL', before, 'a34004-Rtd=40,a34004-Flag=N;a01001-Rtd=20.5,a01001-Flag=N');
  await reportValues(
    t,
    'DETAIL',
    testNow,
    'a34004-Rtd=46,a34004-Flag=N;a01001-Rtd=19.5,a01001-Flag=N;a01002-Rtd=61.2,a01002-Flag=N;a34002-Rtd=80,a34002-Flag=D',
  );
  await reportValues(t, 'YOUNG', testNow, 'a34004-Rtd=30,a34004-Flag=N');
});
afterAll(() => t.close());

async function get<T>(path: string, token = admin): Promise<T> {
  const { body } = await t.send('GET', path, { token });
  if (body.code !== 200) throw new Error(body.msg);
  // By the contract.
  return body['data'] as T;
}

describe('the detail of a site', () => {
  it('has every channel, also those that maps do not show, and their values one hour before', async () => {
    const { values } = await get<SiteDetail>(`/map/site?siteId=${site}`);
    expect(values['PM2.5']).toEqual({ ts: testNow, value: 46, flag: 'N', hourAgo: 40 });
    expect(values['TEM']).toMatchObject({ value: 19.5, hourAgo: 20.5 });
    expect(values['RH']).toMatchObject({ value: 61.2, hourAgo: 50 });
    // An invalid value is not compared.
    expect(values['PM10']).toMatchObject({ value: null, flag: 'D' });
    expect(values['PM10']).not.toHaveProperty('hourAgo');
  });

  it('of a site without an earlier value compares nothing', async () => {
    const { values } = await get<SiteDetail>(`/map/site?siteId=${young}`);
    expect(values).toEqual({ 'PM2.5': { ts: testNow, value: 30, flag: 'N' } });
  });

  it('is refused outside the data scope, for unknown sites alike, and without the permission', async () => {
    await addDepartment(t, 130, 100, [0, 100]);
    await addPerson(t, 'outside', [{ permissions: ['map:site:list'], dataScope: '3' }], 130);
    const token = await t.login('outside', personPassword);
    const refused = await t.send('GET', `/map/site?siteId=${site}`, { token });
    expect(refused.body).toMatchObject({ code: 403 });
    expect((await t.send('GET', '/map/site?siteId=987654', { token })).body.msg).toBe(refused.body.msg);
    expect((await get<HourAgo>('/map/hourAgo?channel=PM2.5', token)).sites).toEqual([]);
    await addPerson(t, 'mapless', [{ permissions: [] }]);
    const mapless = await t.login('mapless', personPassword);
    expect((await t.send('GET', `/map/site?siteId=${site}`, { token: mapless })).body.code).toBe(403);
  });
});

describe('the values of all sites one hour ago', () => {
  const read = async (search: string) => {
    const { sites, values } = await get<HourAgo>(`/map/hourAgo?${search}`);
    return new Map(sites.map((siteId, at) => [siteId, values[at]]));
  };

  it('are those of a channel', async () => {
    await t.services.siteStates.tick();
    expect(await read('channel=PM2.5')).toEqual(
      new Map([
        [site, 40],
        [young, null],
      ]),
    );
  });

  it('are the indices of the hour before the newest one', async () => {
    await storeHour(t, site, testHour - 2 * HOUR_MS, 60);
    await storeHour(t, site, testHour - HOUR_MS, 30);
    await storeHour(t, young, testHour - HOUR_MS, 30);
    await t.services.siteStates.refreshIndices();
    await soon(() => t.services.siteStates.indexOf(young)?.hour).toBe(testHour - HOUR_MS);
    // CO of 60 is 200.
    expect(await read('index=china')).toEqual(
      new Map([
        [site, 200],
        [young, null],
      ]),
    );
  });

  it('of an unknown channel are refused with its name', async () => {
    const { body } = await t.send('GET', '/map/hourAgo?channel=nope', { token: admin });
    expect(body).toMatchObject({ code: 500, msg: expect.stringContaining('nope') });
  });
});
