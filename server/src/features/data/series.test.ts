import { DAY_MS, HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import type { Envelope } from '@limpid/contract/envelope';
import { floorToHour } from '@limpid/contract/local-time';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { testNow } from '../../testing/clock.ts';
import { runTask } from '../../testing/run-task.ts';
import { soon } from '../../testing/soon.ts';
import { addSite, storeTestReadings } from '../../testing/stations.ts';
import { packetKind, type Reading } from '../reading/reading.ts';
import { siteChanged } from '../reading/site-changed.ts';

let test: TestApp;
let admin: string;
const zone = 'Europe/Paris';
/** Midnight in Paris, the given number of days ago. */
const start = floorToHour(testNow - 6 * DAY_MS, zone) - hourInParis(testNow - 6 * DAY_MS) * HOUR_MS;
let siteId: number;

function hourInParis(at: number): number {
  return Number(new Intl.DateTimeFormat('en-GB', { hour: '2-digit', timeZone: zone }).format(at));
}

beforeAll(async () => {
  test = await openTestApp();
  admin = await test.login();
  siteId = await addSite(test, { mn: 'SERIES-A', zone });
  const readings = Array.from({ length: 1440 }, (_, minute): Reading => {
    const ts = start + minute * MINUTE_MS;
    const values = [Math.fround(minute % 60), 2 * Math.floor(minute / 60)];
    return {
      siteId,
      kind: packetKind.minute,
      ts,
      hour: floorToHour(ts, zone),
      rank: ts * 2,
      slots: [1, 2],
      values,
      marks: [],
    };
  });
  await storeTestReadings(test, readings);
  await runTask(test, 'readingTask.repair(8)');
});
afterAll(() => test.close());

interface HistoryResponse {
  zone: string;
  rows: { ts: number; values: Record<string, { value: number; covered?: number }> }[];
  next: number | null;
}

async function history(query: string, token = admin): Promise<Envelope & { data: HistoryResponse }> {
  const { body } = await test.send('GET', `/data/history/list?siteId=${siteId}&${query}`, { token });
  return body as Envelope & { data: HistoryResponse };
}
const range = (from: number, to: number) => `from=${from}&to=${to}`;
const whole = range(start, start + DAY_MS);

describe('history', () => {
  it.each([
    ['minute', 1440, 29.5],
    ['five', 288, 29.5],
    ['hour', 24, 29.5],
    ['day', 1, 29.5],
  ])('has the same total by %s', async (granularity, count, mean) => {
    const asked = whole;
    const { data } = await history(`${asked}&granularity=${granularity}&channels=PM2.5&pageSize=1000`);
    const rest = data.next
      ? (
          await history(
            `${asked}&granularity=${granularity}&channels=PM2.5&pageSize=1000&before=${data.next}`,
          )
        ).data.rows
      : [];
    const rows = [...data.rows, ...rest];
    expect(rows).toHaveLength(count);
    expect(rows.reduce((sum, row) => sum + (row.values['PM2.5']?.value ?? 0), 0) / rows.length).toBeCloseTo(
      mean,
      4,
    );
    expect(data.zone).toBe(zone);
  });

  it('is returned newest first, page by page, each row once', async () => {
    const seen: number[] = [];
    for (let before = ''; ; ) {
      const { data } = await history(`${whole}&granularity=hour&pageSize=7${before}`);
      seen.push(...data.rows.map(({ ts }) => ts));
      if (data.next === null) break;
      before = `&before=${data.next}`;
    }
    expect(seen).toEqual(Array.from({ length: 24 }, (_, n) => start + (23 - n) * HOUR_MS));
  });

  it('is the same after the day was packed', async () => {
    const before = await history(`${whole}&granularity=five&pageSize=500`);
    await runTask(test, 'readingTask.pack(2)');
    const { rows } = await test.app.pool.query('select count(*)::int as n from reading where site_id = $1', [
      siteId,
    ]);
    expect(rows[0].n).toBe(0);
    expect(await history(`${whole}&granularity=five&pageSize=500`)).toEqual(before);
  });

  it('is empty for a time without readings', async () => {
    const { data } = await history(`${range(start - 30 * DAY_MS, start - 20 * DAY_MS)}&granularity=minute`);
    expect(data).toMatchObject({ rows: [], next: null });
  });

  it.each([
    ['a range that is turned round', `${range(start + 1, start)}&granularity=hour`, 'to'],
    ['ten years by minute', `${range(start - 3650 * DAY_MS, start)}&granularity=minute`, 'from'],
    ['a channel that is none', `${whole}&granularity=hour&channels=XYZ`, 'channels'],
    ['a step that is none', `${whole}&granularity=week`, 'granularity'],
    ['no time at all', 'granularity=hour', 'from'],
  ])('refuses %s and names the field', async (_, query, field) => {
    const { body } = await test.send('GET', `/data/history/list?siteId=${siteId}&${query}`, { token: admin });
    expect(body).toMatchObject({ code: 500, field });
  });

  it('gives a step the same value for any bounds of the range, and each step to one range', async () => {
    const ask = async (from: number, to: number) =>
      (await history(`${range(from, to)}&granularity=five&channels=PM2.5`)).data.rows.map(
        ({ ts, values }) => [(ts - start) / MINUTE_MS, values['PM2.5']?.value],
      );
    expect(await ask(start, start + 10 * MINUTE_MS)).toEqual([
      [5, 7],
      [0, 2],
    ]);
    expect(await ask(start + 3 * MINUTE_MS, start + 8 * MINUTE_MS)).toEqual([[5, 7]]);
    expect(await ask(start, start + 3 * MINUTE_MS)).toEqual([[0, 2]]);
  });

  it('refuses a thousand channels', async () => {
    const channels = Array.from({ length: 1000 }, (_, n) => `channels=C${n}`).join('&');
    expect((await history(`${whole}&granularity=hour&${channels}`)).code).toBe(500);
  });
});

describe('the limit of a site', () => {
  const setLimit = async (value: number | null) => {
    await test.app.pool.query('update site set threshold = $2 where site_id = $1', [siteId, value]);
    await test.app.bus.publish(siteChanged);
  };
  const get = async (path: string) => {
    const { body } = await test.send('GET', path, { token: admin });
    return (body['data'] ?? (body['rows'] as unknown[])[0]) as Record<string, unknown>;
  };
  const ask = `${whole}&granularity=hour`;
  const listLimits = async () => [
    (await get(`/data/history/list?siteId=${siteId}&${ask}`))['limit'],
    (await get(`/data/history/list?siteId=${siteId}&${ask}&channels=PM10`))['limit'],
    ...(
      (await get(`/data/trend?siteIds=${siteId}&channels=PM2.5,PM10&${ask}`))['series'] as {
        limit?: object;
      }[]
    ).map(({ limit }) => limit),
    (await get('/data/realtime/list?mn=SERIES-A'))['limit'],
  ];

  it('belongs to the first channel of its device type, and counts the valid hours above it', async () => {
    expect(await listLimits()).toEqual([undefined, undefined, undefined, undefined, null]);
    await setLimit(29);
    const limit = { value: 29, hoursAbove: 24 };
    const named = { channel: 'PM2.5', ...limit };
    expect(await listLimits()).toEqual([named, undefined, limit, undefined, { channel: 'PM2.5', value: 29 }]);
    await soon(async () => (await get('/map/sites'))['limits']).toEqual({
      site: [0],
      channel: ['PM2.5'],
      value: [29],
    });
    // A value at the limit is not above it: the means of 29.5 are displayed as 30.
    await setLimit(30);
    expect((await listLimits())[2]).toEqual({ value: 30, hoursAbove: 0 });
    await setLimit(29.9);
    expect((await listLimits())[2]).toEqual({ value: 29.9, hoursAbove: 24 });
    await setLimit(null);
  });
});
