import { DAY_MS, HOUR_MS } from '@limpid/contract/durations';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { LeaseLostError } from '../../../platform/lease/lease.store.ts';
import { openLease } from '../../../platform/lease/lease.ts';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { addDepartment } from '../../../testing/people.ts';
import { soon } from '../../../testing/soon.ts';
import { addSite } from '../../../testing/stations.ts';
import { readExportedLines, rollUp, setClock, storeSteps } from '../analysis.fixture.ts';
import { openUnusualAnalysis } from './compute-unusual.ts';
import { listSameHours } from './same-hour.rule.ts';
import { startUnusual, unusualLease } from './unusual.job.ts';

let test: TestApp;
let token: string;
/** The newest hour that has ended: 08:00 to 09:00 in Paris, three days after summer time ended. */
const hour = Date.parse('2026-10-28T07:00Z');
const sites: Record<string, number> = {};
let slots: Record<string, number> = {};

beforeAll(async () => {
  test = await openTestApp();
  setClock(test, '2026-10-28T08:20:00Z');
  await addDepartment(test, 110, 100, [0, 100]);
  const channels = test.ingest.directory.channels();
  slots = Object.fromEntries(channels.map(({ code, slot }) => [code, slot]));
  token = await test.login();
});
afterAll(() => test.close());

async function add(name: string, zone = 'Asia/Shanghai', place?: [number, number]): Promise<number> {
  const siteId = await addSite(test, { mn: name, zone, deptId: 110, interval: 600 });
  sites[name] = siteId;
  if (place)
    await test.app.pool.query('update site set longitude = $2, latitude = $3 where site_id = $1', [
      siteId,
      ...place,
    ]);
  return siteId;
}

async function storeHour(name: string, at: number, values: Record<string, number>, zone?: string) {
  const row = Array.from({ length: Math.max(...Object.values(slots)) }, () => null as number | null);
  for (const [code, value] of Object.entries(values)) row[(slots[code] ?? 1) - 1] = value;
  const steps = { siteId: sites[name] ?? 0, from: at, to: at + HOUR_MS, values: () => row };
  await storeSteps(test, { ...steps, ...(zone && { zone }) });
}

/** Stores PM10 around 50 in the hours before, and a value in the newest. */
async function storeDays(name: string, hours: readonly (number | null)[], now: number, zone?: string) {
  for (const [n, at] of hours.entries())
    if (at !== null) await storeHour(name, at, { PM10: 48 + (n % 5) }, zone);
  await storeHour(name, hour, { PM10: now }, zone);
}

interface Page {
  hour: number;
  computedAt: number;
  sites: number;
  looked: number;
  shortHistory: number;
  unusual: number;
  total: number;
  rows: Record<string, unknown>[];
}

async function read(query = ''): Promise<Page> {
  const { body } = await test.send('GET', `/analysis/realtime${query}`, { token });
  expect(body).toMatchObject({ code: 200 });
  return body['data'] as Page;
}

async function analyse(): Promise<void> {
  const leadership = openLease(test.app, unusualLease);
  await soon(leadership.current).toBeDefined();
  const lease = leadership.current();
  if (lease) await openUnusualAnalysis(test.app).compute(lease);
  await leadership.stop();
}

describe('unusual sites', () => {
  it('are none before the first analysis', async () => {
    expect(await read()).toMatchObject({ hour: null, computedAt: null, looked: 0, total: 0, rows: [] });
  });

  it('are found beside the same hour on the clock of the site, with the strongest first', async () => {
    const zone = 'Europe/Paris';
    await add('paris', zone);
    await add('short', zone);
    await add('usual', zone);
    await add('strong', zone);
    const days = listSameHours(hour, zone);
    await storeDays('paris', days, 90, zone);
    await storeDays('short', days.slice(0, 6), 90, zone);
    await storeDays('usual', days, 51, zone);
    await storeDays('strong', days, 300, zone);
    // An hour earlier in UTC is the same hour of the clock only before 25 October.
    await storeHour('paris', hour - DAY_MS - HOUR_MS, { PM10: 500 }, zone);
    await rollUp(test);
    await analyse();
    const page = await read();
    expect(page).toMatchObject({ hour, looked: 4, shortHistory: 1, unusual: 2, total: 2 });
    expect(page.rows.map(({ siteName }) => siteName)).toEqual(['strong', 'paris']);
    expect(page.rows[1]).toMatchObject({
      siteId: sites['paris'],
      hour,
      zone,
      channel: 'PM10',
      kind: 'aboveUsual',
      value: 90,
      usual: 50,
      lower: 46,
      upper: 54,
      count: 14,
      strength: 10,
    });
    expect(page.rows[1]?.['days']).toEqual([51, 50, 49, 48, 52, 51, 50, 49, 48, 52, 51, 50, 49, 48]);
  });

  it('are exported with the offset of the clock of their site', async () => {
    const [head, first] = await readExportedLines(test, token, '/analysis/realtime/export?lang=en', {});
    expect(head).toContain('Hour (local),UTC offset,Channel');
    expect(first).toContain('2026-10-28 08:00,UTC+01:00,');
  });

  it('are found beside their neighbours within 5 km', async () => {
    for (const n of [1, 2, 3]) {
      await add(`near${n}`, 'Asia/Shanghai', [121.4 + n / 1000, 31.2]);
      await storeHour(`near${n}`, hour, { PM10: 40 });
    }
    await add('far', 'Asia/Shanghai', [121.6, 31.2]);
    await storeHour('far', hour, { PM10: 1000 });
    await add('beside', 'Asia/Shanghai', [121.4, 31.2]);
    await storeHour('beside', hour, { PM10: 120 });
    await rollUp(test);
    await analyse();
    const page = await read('?kind=aboveNeighbours');
    expect(page.rows).toMatchObject([
      { siteName: 'beside', value: 120, usual: 40, lower: null, upper: 80, count: 3, strength: 1.5 },
    ]);
    expect(page).toMatchObject({ total: 1, unusual: 3 });
  });

  it('follow a late value of the newest hour', async () => {
    await storeSteps(test, {
      siteId: sites['usual'] ?? 0,
      zone: 'Europe/Paris',
      from: hour,
      to: hour + HOUR_MS,
      step: 5 * 60_000,
      values: () => Array.from({ length: slots['PM10'] ?? 1 }, () => 400),
    });
    await rollUp(test);
    await analyse();
    expect((await read('?search=usual')).rows).toMatchObject([{ siteName: 'usual' }]);
  });

  it('are enabled: a disabled site is neither listed nor analysed', async () => {
    const enable = (status: string) =>
      test.app.pool.query('update site set status = $1 where site_id = $2', [status, siteId]);
    const before = await read();
    const siteId = Number(before.rows[0]?.['siteId']);
    await enable('1');
    const counts = { sites: before.sites - 1, looked: before.looked - 1, unusual: before.unusual - 1 };
    const expected = { ...counts, total: before.total - 1 };
    // At once, and after the next analysis.
    expect(await read()).toMatchObject(expected);
    await analyse();
    expect(await read()).toMatchObject(expected);
    const { rows } = await test.app.pool.query('select from site_unusual where site_id = $1', [siteId]);
    expect(rows).toEqual([]);
    await enable('0');
    await analyse();
    expect((await read()).total).toBe(before.total);
  });

  it('are filtered by entity, channel and text, by pages', async () => {
    expect(await read('?channel=PM2.5')).toMatchObject({ total: 0 });
    expect(await read('?search=PARIS')).toMatchObject({ total: 1 });
    expect(await read('?search=%25')).toMatchObject({ total: 0 });
    const { rows } = await read('?pageSize=1&pageNum=2');
    expect(rows).toHaveLength(1);
    const entityId = rows[0]?.['entityId'];
    expect((await read(`?entityId=${entityId}`)).rows).toEqual(rows);
  });

  it('are not stored by a process that leads no longer', async () => {
    const { computedAt } = await read();
    test.clock.advance(1);
    const leadership = openLease(test.app, unusualLease);
    await soon(leadership.current).toBeDefined();
    const lease = leadership.current();
    await leadership.stop();
    await expect(lease && openUnusualAnalysis(test.app).compute(lease)).rejects.toThrow(LeaseLostError);
    expect((await read()).computedAt).toBe(computedAt);
  });

  it('follow a roll-up by themselves and tell connected users', async () => {
    const notify = vi.spyOn(test.app.live, 'notify');
    test.clock.advance(1);
    const before = (await read()).computedAt;
    const stop = startUnusual(test.app);
    const computedAt = async () => (await read()).computedAt;
    await soon(computedAt).not.toBe(before);
    const first = await computedAt();
    test.clock.advance(1);
    await storeHour('near1', hour, { PM10: 900 });
    await rollUp(test);
    await soon(computedAt).not.toBe(first);
    const second = await computedAt();
    // Earlier hours are kept between two analyses, until one of them changes.
    test.clock.advance(1);
    await storeHour('paris', listSameHours(hour, 'Europe/Paris')[0] ?? 0, { PM10: 53 }, 'Europe/Paris');
    await rollUp(test);
    await soon(computedAt).not.toBe(second);
    await stop();
    expect((await read('?search=paris')).rows[0]).toMatchObject({ days: expect.arrayContaining([53]) });
    expect((await read('?search=near1')).rows).toMatchObject([
      { siteName: 'near1', kind: 'aboveNeighbours' },
    ]);
    expect(notify).toHaveBeenCalledWith('everybody', 'unusual', null);
  });

  it.each(['?kind=other', '?pageSize=0', '?pageSize=5000', '?entityId=x'])('refuse %s', async (query) => {
    const { body } = await test.send('GET', `/analysis/realtime${query}`, { token });
    expect(body.code).not.toBe(200);
    expect(body.msg).not.toBe('');
  });
});
