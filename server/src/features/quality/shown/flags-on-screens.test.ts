import { HOUR_MS } from '@limpid/contract/durations';
import { floorToHour } from '@limpid/contract/local-time';
import type { SiteFlags } from '@limpid/contract/map/site-detail';
import type { NewestHour } from '@limpid/contract/reference/newest-hours';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp } from '../../../testing/app.ts';
import { testNow } from '../../../testing/clock.ts';
import { makeResourceClient } from '../../../testing/resource-client.ts';
import { addSite } from '../../../testing/stations.ts';
import { readExportedLines, storeSteps } from '../../analysis/analysis.fixture.ts';
import { packetKind } from '../../reading/reading.ts';

const t = await openTestApp();
afterAll(() => t.close());
const token = await t.login();
const zone = 'Asia/Shanghai';
const last = floorToHour(testNow, zone) - HOUR_MS;
const [from, to] = [last - 3 * HOUR_MS, last + HOUR_MS];
const range = `granularity=hour&from=${from}&to=${to}`;
const why = 'PM10 too high: 150 µg/m³, above 100 – left out';
let site = 0;

beforeAll(async () => {
  await t.app.pool.query('delete from data_rule');
  site = await addSite(t, { mn: 'FLAG-SCREENS', zone });
  const rules = makeResourceClient(t, '/basic/dataRule', token);
  const rule = { ruleName: 'PM10 too high', test: 'range', channelId: 2, maxValue: 100, counts: false };
  await rules.add(rule, ['ruleName', 'ruleId']);
  const kind = packetKind.hour;
  const values = (at: number) => [30, at === last ? 150 : 50, 5, 20, 0.5, 60];
  await storeSteps(t, { siteId: site, from, to, step: HOUR_MS, kind, values });
  while ((await t.services.rollUp.run(true)) > 0);
});

async function get<T>(path: string): Promise<T> {
  return (await t.send('GET', path, { token })).body['data'] as T;
}

it('a trend names hours that a rule leaves out as such, and not as too short', async () => {
  const { series } = await get<{ series: object[] }>(
    `/data/trend?siteIds=${site}&channels=PM10&channels=PM2.5&${range}`,
  );
  expect(series[0]).toMatchObject({ few: [], fewCount: 0, excluded: [last], excludedCount: 1 });
  expect(series[1]).not.toHaveProperty('excluded');
});

describe('exports', () => {
  const query = { siteIds: [site], granularity: 'hour', from, to };

  it('of a trend have the flags of each line', async () => {
    const asked = { ...query, siteIds: [site], channels: ['PM10'], index: 'china' };
    const lines = await readExportedLines(t, token, '/data/trend/export?lang=en', asked);
    const flagged = lines.slice(1).filter((line) => line.includes('PM10 too high'));
    expect(flagged).toHaveLength(1);
    expect(flagged[0]).toContain(`(µg/m³): ${why}`);
    expect(lines[0]).toMatch(/,Flags$/);
  });

  it('of a trend of days count the flagged hours', async () => {
    const asked = { ...query, siteIds: [site], channels: ['PM10'], granularity: 'day' };
    const lines = await readExportedLines(t, token, '/data/trend/export?lang=en', asked);
    expect(lines.at(-1)).toMatch(/flagged hours: 1, not counted: 1; PM10 too high: 1 h/);
  });

  it('of the history say why the hour does not count', async () => {
    const asked = { ...query, siteIds: [site], channels: ['PM10'] };
    const lines = await readExportedLines(t, token, '/data/history/export?lang=en', asked);
    const flagged = lines.filter((line) => line.includes(why));
    expect(flagged).toHaveLength(1);
    expect(flagged[0]).not.toContain('45 valid minutes');
  });
});

describe('the map', () => {
  const mark = { rule: 'PM10 too high', counts: false, value: 150, high: 100 };

  it('has the flags of the channel that colours it', async () => {
    const found = await get<SiteFlags>('/map/flags?channel=PM10');
    expect(found).toMatchObject({ sites: [site], flags: [{ PM10: [mark] }] });
    expect(await get<SiteFlags>('/map/flags?channel=PM2.5')).toEqual({ sites: [], flags: [] });
  });

  it('has the flags of the pollutants behind the hour of an index', async () => {
    await t.services.siteStates.tick();
    await t.services.siteStates.refreshIndices();
    await expect.poll(() => t.services.siteStates.indexOf(site)?.hour).toBe(last);
    expect(await get<SiteFlags>('/map/flags?index=china')).toMatchObject({ flags: [{ PM10: [mark] }] });
  });
});

describe('the nearest own site of a published hour', () => {
  beforeAll(async () => {
    await t.app.pool.query('update site set longitude = 116.4, latitude = 39.9 where site_id = $1', [site]);
    await t.app.pool.query(
      `insert into reference_station (station_code, station_name, longitude, latitude, facts_of)
       values ('1001A', 'West', 116.4, 39.9, now())`,
    );
    await t.app.pool.query(
      `insert into reference_reading (station_code, release_time, aqi, pm10) values ('1001A', $1, 60, 70)`,
      [new Date(last + HOUR_MS)],
    );
  });

  it.each([
    ['aqi', ['PM10']],
    ['PM10', ['PM10']],
    ['PM2.5', []],
  ])('has the flags of %s in the same hour', async (measure, codes) => {
    const { rows } = await get<{ rows: NewestHour[] }>(`/analysis/nationalControl/newest?measure=${measure}`);
    expect(Object.keys(rows[0]?.nearest?.flags ?? {})).toEqual(codes);
  });

  it('has them in the export', async () => {
    const path = '/analysis/nationalControl/newest/export?lang=en';
    const lines = await readExportedLines(t, token, path, { measure: 'PM10' });
    expect(lines[1]).toContain(`PM10: ${why}`);
  });
});
