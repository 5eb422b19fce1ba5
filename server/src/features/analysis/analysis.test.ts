import { HOUR_MS } from '@limpid/contract/durations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { addDepartment } from '../../testing/people.ts';
import { runTask } from '../../testing/run-task.ts';
import { addSite } from '../../testing/stations.ts';
import { rollUp, setClock, storeSteps } from './analysis.fixture.ts';

let test: TestApp;
let admin: string;
const now = '2026-11-09T12:20:00Z';
const sites: Record<string, number> = {};
/** Midnight of the 8th of November in China, India and France. */
const midnight = {
  'Asia/Shanghai': Date.parse('2026-11-07T16:00Z'),
  'Asia/Kolkata': Date.parse('2026-11-07T18:30Z'),
  'Europe/Paris': Date.parse('2026-11-07T23:00Z'),
};
type Zone = keyof typeof midnight;

/** Stores hours of a site, counted from its own midnight on the 8th. */
async function store(
  name: string,
  zone: Zone,
  [from, to]: [number, number],
  ...values: (number | null)[]
): Promise<void> {
  const start = midnight[zone];
  const siteId = sites[name] ?? 0;
  await storeSteps(test, {
    siteId,
    zone,
    from: start + from * HOUR_MS,
    to: start + to * HOUR_MS,
    values: () => values,
  });
}

async function ask(path: string): Promise<Record<string, unknown>> {
  const { body } = await test.send('GET', path, { token: admin });
  expect(body).toMatchObject({ code: 200 });
  return body;
}

beforeAll(async () => {
  test = await openTestApp();
  setClock(test, now);
  admin = await test.login();
  await addDepartment(test, 110, 100, [0, 100]);
  const add = async (name: string, zone: Zone, deptId = 100) => {
    sites[name] = await addSite(test, { mn: name, zone, deptId, interval: 600 });
  };
  await add('china', 'Asia/Shanghai');
  await add('india', 'Asia/Kolkata');
  await add('paris', 'Europe/Paris', 110);
  await add('partial', 'Asia/Shanghai');
  await add('silent', 'Asia/Shanghai');
  await test.app.pool.query(`update site set create_time = '2026-11-01' where site_name = 'silent'`);
  await store('china', 'Asia/Shanghai', [-24, 0], 20, 50);
  await store('china', 'Asia/Shanghai', [0, 24], 80, 50);
  await store('india', 'Asia/Kolkata', [-10, -9], 7);
  await store('india', 'Asia/Kolkata', [0, 24], 80);
  await store('india', 'Asia/Kolkata', [24, 30], 900);
  await store('paris', 'Europe/Paris', [0, 24], 40);
  await store('partial', 'Asia/Shanghai', [14, 20], 500, null);
  await rollUp(test);
});
afterAll(() => test.close());

interface Ranked {
  rank: number | null;
  siteName: string;
  value: number | null;
  counted: number;
  aqi: number | null;
  primary: string | null;
  reference: boolean;
  soFar: boolean;
}

async function rank(query: string) {
  const { data } = await ask(`/analysis/ranking?${query}`);
  const response = data as {
    rows: Ranked[];
    hour: number | null;
    from: string | null;
    to: string | null;
    total: number;
  };
  return { ...response, order: response.rows.map((row) => [row.rank, row.siteName, row.value]) };
}

describe('a ranking', () => {
  it('orders sites by their own day; equal values share a rank, and invalid values have none', async () => {
    const { order, total } = await rank('granularity=day&from=2026-11-08&channel=PM2.5');
    expect(order).toEqual([
      [1, 'china', 80],
      [1, 'india', 80],
      [3, 'paris', 40],
      [null, 'partial', null],
      [null, 'silent', null],
    ]);
    expect(total).toBe(5);
  });

  it('can start with the cleanest site, and returns at most the requested number', async () => {
    const { order, total } = await rank('granularity=day&from=2026-11-08&channel=PM2.5&order=asc&limit=2');
    expect(order).toEqual([
      [1, 'paris', 40],
      [2, 'china', 80],
    ]);
    expect(total).toBe(5);
  });

  it('takes the mean of the valid days over several days', async () => {
    const { order, rows } = await rank('granularity=day&from=2026-11-07&to=2026-11-08&channel=PM2.5&limit=3');
    expect(order).toEqual([
      [1, 'india', 80],
      [2, 'china', 50],
      [3, 'paris', 40],
    ]);
    expect(rows.map(({ counted }) => counted)).toEqual([1, 2, 1]);
    expect(await rank('granularity=day&from=2026-11&channel=PM2.5&limit=3')).toMatchObject({
      order: [[1, 'india', 80], [2], [3]].map((row) => expect.arrayContaining(row)),
    });
  });

  it('uses the index without a channel, and reports missing pollutants', async () => {
    const { rows } = await rank('granularity=day&from=2026-11-08');
    expect(rows[0]).toMatchObject({ rank: 1, primary: 'PM2.5', reference: true, aqi: rows[0]?.value });
    expect(rows[0]?.aqi).toBeGreaterThan(100);
    expect(rows.at(-1)).toMatchObject({ rank: null, aqi: null, primary: null, reference: false });
    const { rows: over } = await rank('granularity=day&from=2026-11-07&to=2026-11-08&limit=1');
    expect(over[0]).toMatchObject({ siteName: 'india', primary: 'PM2.5', counted: 1 });
  });

  it('takes, for an hour, the hour of each site’s own clock that contains the moment', async () => {
    const { order } = await rank(`granularity=hour&channel=PM2.5&at=${Date.parse('2026-11-07T08:45Z')}`);
    expect(order.slice(0, 3)).toEqual([
      [1, 'china', 20],
      [2, 'india', 7],
      [null, 'paris', null],
    ]);
  });

  it('takes, without a moment, the newest closed hour with data', async () => {
    const { hour, order } = await rank('granularity=hour&channel=PM2.5&limit=1');
    expect([hour, order]).toEqual([Date.parse('2026-11-08T23:30Z'), [[1, 'india', 900]]]);
    const { hour: own } = await rank('granularity=hour&channel=PM2.5&limit=1&deptId=110');
    expect(own).toBe(Date.parse('2026-11-08T22:00Z'));
  });

  it('takes, for yesterday, the last closed day at each site', async () => {
    // In Paris the 9th began nine minutes ago, in China hours ago.
    const { rows, from, to } = await rank('granularity=day&channel=PM2.5');
    expect([from, to]).toEqual(['2026-11-08', '2026-11-08']);
    expect(rows.map(({ siteName, value, soFar }) => [siteName, value, soFar]).slice(0, 3)).toEqual([
      ['china', 80, false],
      ['india', 80, false],
      ['paris', 40, false],
    ]);
    setClock(test, '2026-11-08T17:00:00Z');
    const evening = await rank('granularity=day&channel=PM2.5');
    setClock(test, now);
    expect([evening.from, evening.to]).toEqual(['2026-11-07', '2026-11-08']);
    expect(evening.order.slice(0, 2)).toEqual([
      [1, 'china', 80],
      [null, 'india', null],
    ]);
  });

  it('names the sites whose day has not ended', async () => {
    setClock(test, '2026-11-08T20:00:00Z');
    const { rows } = await rank('granularity=day&from=2026-11-08&channel=PM2.5&limit=3');
    setClock(test, now);
    expect(rows.map(({ siteName, soFar }) => [siteName, soFar])).toEqual([
      ['china', false],
      ['india', false],
      ['paris', true],
    ]);
  });

  it('can be restricted to a department or an entity', async () => {
    expect((await rank('granularity=day&from=2026-11-08&channel=PM2.5&deptId=110')).order).toEqual([
      [1, 'paris', 40],
    ]);
    const { rows } = await test.app.pool.query(`select entity_id from site where site_name = 'india'`);
    const { order } = await rank(
      `granularity=day&from=2026-11-08&channel=PM2.5&entityId=${rows[0].entity_id}`,
    );
    expect(order).toEqual([[1, 'india', 80]]);
  });

  it.each([
    ['a country', '60,5,95,35', ['india']],
    ['across the date line', '170,-30,250,60', ['china']],
    ['an area without sites', '0,-10,1,-9', []],
  ])('can be restricted to an area: %s', async (_, within, names) => {
    await test.app.pool.query(`
      update site set longitude = spot.longitude, latitude = spot.latitude
      from (values ('india', 77.2, 28.6), ('china', -179.5, 12), ('paris', 2.3, 48.9)) spot(name, longitude, latitude)
      where site_name = spot.name`);
    const { rows } = await rank(`granularity=day&from=2026-11-08&channel=PM2.5&within=${within}`);
    const { summary } = await ask(`/data/completeness?within=${within}`);
    await test.app.pool.query('update site set longitude = null, latitude = null');
    expect(rows.map(({ siteName }) => siteName)).toEqual(names);
    expect(summary).toMatchObject({ sites: names.length });
  });
});

describe('a calendar', () => {
  it('has every day of a month, marks today, and adds up the closed days', async () => {
    const { data } = await ask(`/analysis/calendar?siteId=${sites['china']}&period=2026-11&channel=PM2.5`);
    const { days, ...rest } = data as { days: { day: string; soFar: boolean }[] };
    expect(days.filter(({ soFar }) => soFar).map(({ day }) => day)).toEqual(['2026-11-09']);
    expect(days).toHaveLength(30);
    expect(days[7]).toMatchObject({ day: '2026-11-08', level: 3, value: 80, low: 80, high: 80, hours: 24 });
    expect(days[8]).toMatchObject({ day: '2026-11-09', aqi: null, level: null, value: null, hours: 0 });
    expect(rest).toMatchObject({
      zone: 'Asia/Shanghai',
      today: '2026-11-09',
      totals: { levels: [1, 0, 1, 0, 0, 0], withoutIndex: 6, value: 50, validDays: 2 },
    });
  });

  it('has 365 days for a year, and all hours for a day', async () => {
    const year = (await ask(`/analysis/calendar?siteId=${sites['silent']}&period=2025`))['data'];
    expect(year).toMatchObject({ days: { length: 365 }, totals: { withoutIndex: 365, aqi: null } });
    const { data } = await ask(
      `/analysis/calendar/day?siteId=${sites['partial']}&day=2026-11-08&channels=PM2.5`,
    );
    const { hours } = data as { hours: { ts: number; offset: number; values: object }[] };
    expect(hours).toHaveLength(24);
    expect(hours[14]).toMatchObject({
      ts: midnight['Asia/Shanghai'] + 14 * HOUR_MS,
      offset: 480,
      values: { 'PM2.5': { value: 500, covered: 3600 } },
    });
    expect(hours[13]).toMatchObject({ aqi: null, values: {} });
  });
});

async function completenessOf(name: string, query = 'from=2026-11-08') {
  const { rows } = await ask(`/data/completeness?${query}&siteId=${sites[name]}`);
  return (rows as Record<string, unknown>[])[0];
}

describe('completeness', () => {
  const partial = {
    expected: 60,
    received: 36,
    transmissionRate: 0.6,
    values: 72,
    validValues: 36,
    validRate: 0.5,
  };

  it('counts packets from the hour of the first reading, and values with any flag', async () => {
    expect(await completenessOf('china')).toMatchObject({
      expected: 144,
      received: 144,
      transmissionRate: 1,
      values: 288,
      validRate: 1,
    });
    expect(await completenessOf('partial')).toMatchObject(partial);
  });

  it('expects all packets of a site that was registered and never reported', async () => {
    const nothing = { expected: 144, received: 0, transmissionRate: 0, validRate: null };
    expect(await completenessOf('silent')).toMatchObject(nothing);
  });

  it('expects nothing of the future, and of the current day only the past part', async () => {
    expect(await completenessOf('china', 'from=2026-12')).toMatchObject({
      expected: 0,
      transmissionRate: null,
    });
    // Midnight in China was at 16:00 UTC; the last six minutes before 12:20 are not rolled up yet.
    expect(await completenessOf('china', 'from=2026-11-09')).toMatchObject({ expected: 121, received: 0 });
    expect(await completenessOf('china', 'from=2026-11')).toMatchObject({
      expected: 409,
      received: 288,
      transmissionRate: 0.7042,
    });
  });

  it('counts today so far in each site’s own zone if no dates are given', async () => {
    expect(await completenessOf('china', 'pageSize=1')).toMatchObject({ expected: 121, soFar: true });
    expect(await completenessOf('paris', 'pageSize=1')).toMatchObject({ expected: 79, soFar: true });
    expect(await completenessOf('china')).toMatchObject({ soFar: false });
  });

  it('is listed by page in the requested order, with the totals of all sites', async () => {
    const worst = await ask(
      '/data/completeness?from=2026-11-08&orderByColumn=transmissionRate&isAsc=asc&pageSize=2',
    );
    expect((worst['rows'] as { siteName: string }[]).map(({ siteName }) => siteName)).toEqual([
      'silent',
      'partial',
    ]);
    expect(worst).toMatchObject({
      total: 5,
      summary: { sites: 5, silent: 1, expected: 636, received: 468, transmissionRate: 0.7358 },
    });
    const last = await ask('/data/completeness?from=2026-11-08&pageSize=2&pageNum=3');
    expect(last).toMatchObject({ rows: [{ siteName: 'silent' }], total: 5 });
  });

  it('is the same for packed days, and unknown for days rolled up before it was counted', async () => {
    await runTask(test, 'readingTask.pack(1)');
    await test.app.pool.query('update reading_hour set received = null where site_id = $1', [
      sites['partial'],
    ]);
    await runTask(test, 'readingTask.repair(3)');
    expect(await completenessOf('partial')).toMatchObject(partial);
    await test.app.pool.query('update reading_day set received = null where site_id = $1', [
      sites['partial'],
    ]);
    expect(await completenessOf('partial')).toMatchObject({ expected: 0, transmissionRate: null });
  });
});

describe('an hour of a station that measures all pollutants but has no valid hour of one', () => {
  const [all, without] = [
    [20, 30, 10, 15, 0.8, 90],
    [20, 30, 10, 15, 0.8],
  ];
  const dayOf = async (language: string) => {
    const query = `siteId=${sites['whole']}&day=2026-11-08&channels=PM2.5&lang=${language}`;
    const { data } = await ask(`/analysis/calendar/day?${query}`);
    return (data as { hours: { aqi: number | null; missing: string[]; note: string | null }[] }).hours;
  };

  beforeAll(async () => {
    sites['whole'] = await addSite(test, { mn: 'whole', interval: 600 });
    await store('whole', 'Asia/Shanghai', [0, 3], ...all);
    await store('whole', 'Asia/Shanghai', [3, 4], ...without);
    await store('whole', 'Asia/Shanghai', [4, 5], 200, ...without.slice(1));
    await rollUp(test);
  });

  it('has no index up to 100 and explains why, in the language of the user', async () => {
    const hours = await dayOf('en');
    expect(hours[2]).toMatchObject({ aqi: 30, missing: [], note: null });
    expect(hours[3]).toMatchObject({ aqi: null, primary: null, level: null, missing: ['O3'] });
    expect(hours[3]?.note).toContain('O3: no valid hour');
    expect((await dayOf('fr'))[3]?.note).toContain('aucune heure valide');
    expect((await dayOf('zh'))[3]?.note).toContain('缺少O3');
    // An index above 100 is published nevertheless.
    expect(hours[4]).toMatchObject({ aqi: 250, reference: true, missing: [], note: null });
  });

  it('has no index in the history either, while a station that measures fewer pollutants keeps its reference index', async () => {
    const [from, to] = [midnight['Asia/Shanghai'], midnight['Asia/Shanghai'] + 24 * HOUR_MS];
    const rowsOf = async (name: string) => {
      const { data } = await ask(
        `/data/history/list?siteId=${sites[name]}&granularity=hour&from=${from}&to=${to}`,
      );
      return (data as { rows: { aqi: number | null; reference: boolean; missing?: string[] }[] }).rows;
    };
    expect((await rowsOf('whole')).at(-4)).toMatchObject({ aqi: null, reference: false, missing: ['O3'] });
    expect((await rowsOf('paris')).at(-1)).toMatchObject({ reference: true });
  });

  it('is unranked in the ranking of that hour and listed with its pollutants, by index and by channel', async () => {
    const at = (hour: number) => `granularity=hour&at=${midnight['Asia/Shanghai'] + hour * HOUR_MS}`;
    const rowOf = async (query: string) =>
      (await rank(`${query}&limit=100`)).rows.find(({ siteName }) => siteName === 'whole');
    const withheld = { aqi: null, primary: null, reference: false, missing: ['O3'] };
    expect(await rowOf(at(2))).toMatchObject({ aqi: 30, value: 30, missing: [] });
    expect(await rowOf(at(3))).toMatchObject({ ...withheld, rank: null, value: null, counted: 0 });
    expect(await rowOf(`${at(3)}&channel=PM2.5`)).toMatchObject({ ...withheld, value: 20, counted: 1 });
    expect(await rowOf(at(4))).toMatchObject({ aqi: 250, reference: true, missing: [] });
    // A withheld site does not take the rank of a site with an index.
    const { rows } = await rank(`${at(3)}&order=asc&limit=1`);
    expect(rows[0]?.siteName).not.toBe('whole');
  });
});
