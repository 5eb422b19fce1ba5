import { DAY_MS, HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { soon } from '../../testing/soon.ts';
import { addSite } from '../../testing/stations.ts';
import { rollUp, setClock, storeSteps } from '../analysis/analysis.fixture.ts';
import { packetKind } from '../reading/reading.ts';

let test: TestApp;
let admin: string;
let paris: number;
const zone = 'Europe/Paris';
const third = 20 * MINUTE_MS;
/** Midnights in Paris before the clock goes forward and back. */
const [spring, autumn] = [Date.parse('2026-03-28T23:00Z'), Date.parse('2026-10-24T22:00Z')];

beforeAll(async () => {
  test = await openTestApp();
  setClock(test, '2026-11-09T12:20:00Z');
  admin = await test.login();
  paris = await addSite(test, { mn: 'ZONES', zone, interval: 1200 });
  // The value of every hour is its number, counted from midnight.
  for (const [start, hours] of [
    [spring, 23],
    [autumn, 25],
  ] as const) {
    const values = (at: number) => [Math.floor((at - start) / HOUR_MS)];
    await storeSteps(test, {
      siteId: paris,
      zone,
      from: start,
      to: start + hours * HOUR_MS,
      step: third,
      values,
    });
  }
  await rollUp(test);
});
afterAll(() => test.close());

interface Row {
  ts: number;
  values: Record<string, { value: number; covered: number } | undefined>;
}
interface Hour extends Row {
  offset: number;
}
interface Day {
  day: string;
  hours: number;
  value: number | null;
}

async function ask<V>(path: string): Promise<V> {
  const { body } = await test.send('GET', path, { token: admin });
  expect(body).toMatchObject({ code: 200 });
  return body['data'] as V;
}

async function history(siteId: number, granularity: string, from: number, to: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (let before = ''; ; ) {
    const response = await ask<{ rows: Row[]; next: number | null }>(
      `/data/history/list?siteId=${siteId}&granularity=${granularity}&channels=PM2.5&from=${from}&to=${to}&pageSize=1000${before}`,
    );
    rows.push(...response.rows);
    if (response.next === null) return rows.toReversed();
    before = `&before=${response.next}`;
  }
}

const valueOf = (row: Row | undefined) => row?.values['PM2.5']?.value ?? Number.NaN;
const readHours = async (siteId: number, day: string) =>
  (await ask<{ hours: Hour[] }>(`/analysis/calendar/day?siteId=${siteId}&day=${day}&channels=PM2.5`)).hours;
const readDays = async (siteId: number, month: string) =>
  (await ask<{ days: Day[] }>(`/analysis/calendar?siteId=${siteId}&period=${month}&channel=PM2.5`)).days;

describe('a day in Paris', () => {
  it('has 23 hours when the clock goes forward', async () => {
    const hours = await readHours(paris, '2026-03-29');
    expect(hours.map(({ offset }) => offset)).toEqual([...Array(2).fill(60), ...Array(21).fill(120)]);
    expect(hours.map(valueOf)).toEqual(Array.from({ length: 23 }, (_, n) => n));
    expect(await history(paris, 'hour', spring, spring + 23 * HOUR_MS)).toHaveLength(23);
    expect((await readDays(paris, '2026-03'))[28]).toMatchObject({ hours: 23, value: 11 });
  });

  it('has 25 when the clock goes back, with the repeated hour twice', async () => {
    const hours = await readHours(paris, '2026-10-25');
    expect(hours).toHaveLength(25);
    expect(hours.slice(2, 4).map((hour) => [hour.ts, hour.offset, valueOf(hour)])).toEqual([
      [autumn + 2 * HOUR_MS, 120, 2],
      [autumn + 3 * HOUR_MS, 60, 3],
    ]);
    const rows = await history(paris, 'day', autumn, autumn + 25 * HOUR_MS);
    expect(rows.map((row) => [row.ts, row.values['PM2.5']])).toEqual([
      [autumn, expect.objectContaining({ value: 12, covered: 25 })],
    ]);
  });
});

describe('a site that is moved to an entity in another zone', () => {
  it('has its days rebuilt in the new zone', async () => {
    const [siteId, other] = [
      await addSite(test, { mn: 'MOVED', interval: 1200 }),
      await addSite(test, { mn: 'MOVED-TO', zone }),
    ];
    const start = Date.parse('2026-11-04T16:00Z');
    await storeSteps(test, {
      siteId,
      from: start,
      to: start + DAY_MS,
      step: third,
      values: (at) => [at < start + 7 * HOUR_MS ? 0 : 34],
    });
    await rollUp(test);
    const cut = async () => (await readDays(siteId, '2026-11')).slice(3, 6).map(({ hours }) => hours);
    expect(await cut()).toEqual([0, 24, 0]);
    const { rows } = await test.app.pool.query('select entity_id from site where site_id = $1', [other]);
    const json = { siteId, siteCode: 'MOVED', siteName: 'MOVED', mn: 'MOVED', deviceTypeId: 1 };
    const moved = await test.send('PUT', '/site/site', {
      token: admin,
      json: { ...json, reportInterval: 1200, entityId: rows[0].entity_id },
    });
    expect(moved.body.code).toBe(200);
    await soon(() => test.ingest.directory.findBySite(siteId)?.zone).toBe(zone);
    await rollUp(test);
    expect(await cut()).toEqual([7, 17, 0]);
    expect((await readDays(siteId, '2026-11'))[4]).toMatchObject({ day: '2026-11-05', value: 34 });
    expect(await readHours(siteId, '2026-11-05')).toMatchObject([
      { ts: start + 7 * HOUR_MS, offset: 60 },
      ...Array(23).fill({}),
    ]);
  });
});

describe('a day with gaps', () => {
  it('has the same total by minute, five minutes, hour and day, each weighted by its coverage', async () => {
    const siteId = await addSite(test, { mn: 'AGREE', zone });
    const start = Date.parse('2026-11-04T23:00Z');
    // Ten minutes of the sixth hour are missing, half of the eighth, and all of the tenth.
    const isMissing = (minute: number) =>
      (minute >= 310 && minute < 320) || (minute >= 430 && minute < 460) || (minute >= 540 && minute < 600);
    for (const [from, to] of [
      [0, 310],
      [320, 430],
      [460, 540],
      [600, 1440],
    ] as const) {
      const values = (at: number) => [Math.fround(((at / MINUTE_MS) * 37) % 101)];
      const bounds = { from: start + from * MINUTE_MS, to: start + to * MINUTE_MS, step: MINUTE_MS };
      await storeSteps(test, { siteId, zone, ...bounds, kind: packetKind.realtime, values });
    }
    await rollUp(test);
    const [minutes = [], fives = [], hours = [], days = []] = await Promise.all(
      ['minute', 'five', 'hour', 'day'].map((step) => history(siteId, step, start, start + DAY_MS)),
    );
    const present = Array.from({ length: 1440 }, (_, minute) => minute).filter(
      (minute) => !isMissing(minute),
    );
    expect(minutes.map(({ ts }) => (ts - start) / MINUTE_MS)).toEqual(present);
    const sum = (rows: readonly Row[], weigh: (row: Row) => number) =>
      rows.reduce((total, row) => total + valueOf(row) * weigh(row), 0);
    const exact = sum(minutes, () => 1);
    const inFive = ({ ts }: Row) =>
      minutes.filter((row) => row.ts >= ts && row.ts < ts + 5 * MINUTE_MS).length;
    const minutesOf = (row: Row) => (row.values['PM2.5']?.covered ?? 0) / 60;
    expect(sum(fives, inFive) / exact).toBeCloseTo(1, 5);
    expect(sum(hours, minutesOf) / exact).toBeCloseTo(1, 5);
    const valid = hours.filter((row) => minutesOf(row) >= 45);
    expect([hours.length, valid.length]).toEqual([23, 22]);
    expect(days).toHaveLength(1);
    expect(valueOf(days[0])).toBeCloseTo(sum(valid, () => 1) / valid.length, 3);
    const trend = await ask<{ series: { values: (number | null)[]; few: number[] }[] }>(
      `/data/trend?siteIds=${siteId}&channels=PM2.5&granularity=hour&from=${start}&to=${start + DAY_MS}`,
    );
    const values = trend.series[0]?.values ?? [];
    expect(values.filter((value) => value !== null)).toEqual(hours.map(valueOf));
    expect(values.indexOf(null)).toBe(9);
    expect(trend.series[0]?.few).toEqual(hours.filter((row) => minutesOf(row) < 45).map(({ ts }) => ts));
  });
});

describe('an invalid query', () => {
  const year = 365 * DAY_MS;
  const many = Array.from({ length: 1000 }, (_, n) => `C${n}`).join(',');

  it.each([
    ['history/list?siteId=$&granularity=hour&from=2&to=1', 'to'],
    [`history/list?siteId=$&granularity=minute&from=0&to=${10 * year}`, 'from'],
    ['history/list?siteId=$&granularity=hour&from=0&to=1&channels=many', 'channels'],
    ['trend?siteIds=$&granularity=hour&from=0&to=1&channels=many', 'channels'],
    ['completeness?from=2026-02-30', 'from'],
    ['completeness?from=2026-03-02&to=2026-03-01', 'to'],
    ['completeness?from=2020-01&to=2026-01', 'from'],
    ['completeness?from=2026-01&orderByColumn=password', 'orderByColumn'],
    ['ranking?granularity=day&from=2026-02-01&to=2026-02-29', 'to'],
    ['ranking?granularity=day&from=2026-02-02&to=2026-02-01', 'to'],
    ['ranking?granularity=day&from=2016&to=2026', 'from'],
    ['ranking?granularity=week&from=2026-01-01', 'granularity'],
    ['ranking?granularity=day&from=2026-01-01&channel=XYZ', 'channel'],
    ['ranking?granularity=day&from=2026-01-01&channel=WD', 'channel'],
    ['ranking?granularity=day&from=2026-01-01&limit=100000', 'limit'],
    ['calendar?siteId=$&period=2026-13', 'period'],
    ['calendar?siteId=$&period=2026-1', 'period'],
    ['calendar?siteId=$&period=2026-01&channel=XYZ', 'channel'],
    ['calendar/day?siteId=$&day=2026-02-30', 'day'],
    ['calendar/day?siteId=$&day=2026-02-28&channels=many', 'channels'],
  ])('is refused with the name of its field: %s', async (question, field) => {
    const area = /^(ranking|calendar)/.test(question) ? 'analysis' : 'data';
    const path = `/${area}/${question.replace('$', String(paris)).replace('many', many)}`;
    const messages = new Set<string>();
    for (const lang of ['zh', 'en', 'fr']) {
      const { body } = await test.send('GET', `${path}&lang=${lang}`, { token: admin });
      expect(body).toMatchObject({ code: 500, field });
      expect(body.msg).not.toMatch(/\{\{|fields\.|errors\./);
      messages.add(body.msg);
    }
    expect(messages.size).toBe(3);
  });

  it('is refused for a day that the zone of the site skipped', async () => {
    const siteId = await addSite(test, { mn: 'SAMOA', zone: 'Pacific/Apia' });
    const { body } = await test.send('GET', `/analysis/calendar/day?siteId=${siteId}&day=2011-12-30`, {
      token: admin,
    });
    expect(body).toMatchObject({ code: 500, field: 'day' });
  });

  it('is refused for a site that does not exist', async () => {
    for (const path of ['calendar?siteId=999999&period=2026', 'calendar/day?siteId=999999&day=2026-01-01']) {
      expect((await test.send('GET', `/analysis/${path}`, { token: admin })).body.code).toBe(403);
    }
  });
});

describe('a leap day', () => {
  it('is treated like any other day', async () => {
    setClock(test, '2028-03-02T12:00:00Z');
    admin = await test.login();
    const start = Date.parse('2028-02-28T16:00Z');
    const siteId = await addSite(test, { mn: 'LEAP', interval: 1200 });
    await storeSteps(test, { siteId, from: start, to: start + DAY_MS, step: third, values: () => [29] });
    await rollUp(test);
    const days = await readDays(siteId, '2028-02');
    expect(days).toHaveLength(29);
    expect(days[28]).toMatchObject({ day: '2028-02-29', hours: 24, value: 29 });
    expect(await readHours(siteId, '2028-02-29')).toHaveLength(24);
    expect(await readDays(siteId, '2028')).toHaveLength(366);
    const ranking = await ask(`/analysis/ranking?granularity=day&from=2028-02-29&channel=PM2.5&limit=1`);
    expect(ranking).toMatchObject({ rows: [{ siteId, rank: 1, value: 29 }] });
    const { body } = await test.send('GET', `/data/completeness?from=2028-02&siteId=${siteId}`, {
      token: admin,
    });
    expect(body['rows']).toMatchObject([{ expected: 72, received: 72, transmissionRate: 1 }]);
  });
});
