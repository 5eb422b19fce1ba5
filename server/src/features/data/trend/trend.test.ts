import { DAY_MS, HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import { floorToHour } from '@limpid/contract/local-time';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { testNow } from '../../../testing/clock.ts';
import { addDepartment, addPerson, personPassword } from '../../../testing/people.ts';
import { runTask } from '../../../testing/run-task.ts';
import { addSite, storeTestReadings } from '../../../testing/stations.ts';
import { addPartition } from '../../reading/partitions/partitions.store.ts';
import { packetKind } from '../../reading/reading.ts';

let test: TestApp;
let admin: string;
let siteId: number;
const zone = 'Europe/Paris';
/** Midnight UTC: readings are packed by days of UTC. */
const start = Math.floor(testNow / DAY_MS) * DAY_MS - 6 * DAY_MS;
const whole = `from=${start}&to=${start + DAY_MS}`;

interface Line {
  siteId: number;
  channel: string;
  granularity: string;
  step: number;
  count: number;
  ts: number[];
  values: (number | null)[];
  low?: number[];
  high?: number[];
  few: number[];
  fewCount: number;
  absent?: true;
}

async function store(id: number, minutes: readonly number[], valueOf: (minute: number) => number) {
  await storeTestReadings(
    test,
    minutes.map((minute) => {
      const ts = start + minute * MINUTE_MS;
      const values = [Math.fround(valueOf(minute)), 1];
      const hour = floorToHour(ts, zone);
      const kind = packetKind.minute;
      return { siteId: id, kind, ts, hour, rank: ts * 2, slots: [1, 2], values, marks: [] };
    }),
  );
}

/** Stores rolled-up hours without any minutes. */
async function storeHours(id: number, from: number, to: number) {
  const { pool } = test.app;
  for (let at = from; at < to; at += 28 * DAY_MS) await addPartition(pool, 'reading_hour', at);
  await pool.query(
    `insert into reading_hour (site_id, ts, a1, l1, h1, c1)
     select $1, ts, 30, 20, 40, 3600 from generate_series($2::timestamptz, $3, '1 hour') ts`,
    [id, new Date(from), new Date(to - HOUR_MS)],
  );
}

const minutesFrom = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n);

async function ask(query: string, token = admin) {
  return (await test.send('GET', `/data/trend?lang=en&${query}`, { token })).body;
}

async function readLines(query: string): Promise<Line[]> {
  const body = await ask(query);
  expect(body).toMatchObject({ code: 200 });
  return (body['data'] as { series: Line[] }).series;
}

beforeAll(async () => {
  test = await openTestApp();
  admin = await test.login();
  siteId = await addSite(test, { mn: 'TREND-A', zone });
  // One minute of the day is far above all others; the fourth hour has 40 minutes only.
  const minutes = minutesFrom(0, 1440).filter((minute) => minute < 220 || minute >= 240);
  await store(siteId, minutes, (minute) => (minute === 700 ? 500 : minute % 60));
  await runTask(test, 'readingTask.repair(8)');
});
afterAll(() => test.close());

describe('a trend', () => {
  it('has a line for each site and channel with its granularity and number of values', async () => {
    const other = await addSite(test, { mn: 'TREND-B' });
    const lines = await readLines(
      `siteIds=${siteId},${other}&channels=PM2.5,PM10&granularity=minute&${whole}`,
    );
    expect(lines.map((line) => [line.siteId, line.channel, line.count, line.granularity])).toEqual([
      [siteId, 'PM2.5', 1420, 'minute'],
      [siteId, 'PM10', 1420, 'minute'],
      [other, 'PM2.5', 0, 'minute'],
      [other, 'PM10', 0, 'minute'],
    ]);
    expect(lines[0]).toMatchObject({ step: MINUTE_MS });
    expect(lines[0]).not.toHaveProperty('low');
  });

  it('that is thinned keeps every peak in its band', async () => {
    const query = `siteIds=${siteId}&channels=PM2.5&granularity=minute&points=100&${whole}`;
    const [line] = await readLines(query);
    expect(line?.ts.length).toBeLessThanOrEqual(103);
    expect(line).toMatchObject({ step: 15 * MINUTE_MS, count: 1420 });
    expect(Math.max(...(line?.high ?? []))).toBe(500);
    expect(Math.max(...(line?.values.map(Number) ?? []))).toBeLessThan(100);
    // The gap begins after the last minute before it.
    expect(line?.ts[line.values.indexOf(null)]).toBe(start + 220 * MINUTE_MS);
  });

  it('of a year by hour shows the peak of one minute, thinned or not, unless no band is asked', async () => {
    await storeHours(siteId, start - 364 * DAY_MS, start);
    const query = `siteIds=${siteId}&channels=PM2.5&from=${start - 364 * DAY_MS}&to=${start + DAY_MS}`;
    for (const [granularity, points, count] of [
      ['hour', 5000, 8760],
      ['hour', 500, 8760],
      ['day', 500, 2],
    ]) {
      const [line] = await readLines(`${query}&granularity=${granularity}&points=${points}`);
      expect(line?.count).toBe(count);
      const peak = line?.ts.findLastIndex((moment) => moment <= start + 700 * MINUTE_MS) ?? -1;
      expect(line?.values[peak]).toBeLessThan(60);
      expect([line?.low?.[peak], line?.high?.[peak]]).toEqual([0, 500]);
      expect(line?.high?.filter((value) => value > 59)).toEqual([500]);
    }
    const [plain] = await readLines(`${query}&granularity=hour&band=false`);
    expect(plain).not.toHaveProperty('high');
    expect(Math.max(...(plain?.values.map(Number) ?? []))).toBeLessThan(60);
    await test.app.pool.query('delete from reading_hour where site_id = $1 and ts < $2', [
      siteId,
      new Date(start),
    ]);
  });

  it('has the mean as its band where no extremes are stored', async () => {
    const day = `siteIds=${siteId}&channels=PM10&granularity=hour&${whole}`;
    await test.app.pool.query('update reading_hour set l2 = null, h2 = null where site_id = $1', [siteId]);
    const [line] = await readLines(day);
    expect(line?.high).toEqual(line?.values);
    expect(line?.low).toEqual(line?.values);
  });

  it('marks hours with too few minutes, thinned or not', async () => {
    const query = `siteIds=${siteId}&channels=PM2.5&granularity=hour&from=${start - 10 * DAY_MS}&to=${start + DAY_MS}`;
    const [line] = await readLines(query);
    expect(line).toMatchObject({ few: [start + 3 * HOUR_MS], fewCount: 1, count: 24 });
  });

  it('has the same lines and gaps at the seam of packed and other days', async () => {
    const seam = await addSite(test, { mn: 'TREND-SEAM', zone });
    const midnight = 4 * 1440;
    // The day before midnight is packed, the day after it is not. Missing are five minutes before midnight, the two
    // around it, and one after it.
    const missing = [-32, -31, -30, -29, -28, -1, 0, 10].map((minute) => midnight + minute);
    const present = minutesFrom(midnight - 60, midnight + 60).filter((minute) => !missing.includes(minute));
    await store(seam, present, (minute) => minute % 7);
    const range = `from=${start + (midnight - 600) * MINUTE_MS}&to=${start + (midnight + 600) * MINUTE_MS}`;
    const query = `siteIds=${seam}&channels=PM2.5&granularity=minute&${range}`;
    const ask = async () => [...(await readLines(query)), ...(await readLines(`${query}&points=50`))];
    const before = await ask();
    await runTask(test, 'readingTask.pack(2)');
    const { rows } = await test.app.pool.query(
      'select (extract(epoch from min(ts)) * 1000)::float8 as first, count(*)::int as n from reading where site_id = $1',
      [seam],
    );
    expect(rows[0]).toEqual({ first: start + (midnight + 1) * MINUTE_MS, n: 58 });
    const lines = await ask();
    expect(lines).toEqual(before);
    expect(lines.map(({ step }) => step / MINUTE_MS)).toEqual([1, 24]);
    // A thinned line has the gaps too, although they are shorter than its sections.
    for (const { ts, values } of lines) {
      const breaks = ts.filter((_, index) => values[index] === null);
      expect(breaks.map((at) => (at - start) / MINUTE_MS - midnight)).toEqual([-32, -1, 10]);
    }
  });

  it.each([
    [60, [0, 1, 3], [0, 1, null, 3]],
    [300, [0, 5, 10, 30, 35], [0, 5, 10, null, 30, 35]],
    // A report every 6.5 minutes falls into minutes that are six or seven apart.
    [390, [0, 6, 13, 19, 26, 39], [0, 6, 13, 19, 26, null, 39]],
  ])(
    'of a station that reports every %i seconds breaks where a report is missing',
    async (interval, minutes, values) => {
      const slow = await addSite(test, { mn: `TREND-${interval}`, interval });
      await store(slow, minutes, (minute) => minute);
      const [line] = await readLines(`siteIds=${slow}&channels=PM2.5&granularity=minute&${whole}`);
      expect(line?.values).toEqual(values);
    },
  );

  it('of wind directions is thinned by vectors weighted by the speed, whether the speed is asked for or not', async () => {
    const windy = await addSite(test, { mn: 'TREND-WIND', zone });
    const channels = test.ingest.directory.channels();
    const [speed = 0, direction = 0] = ['WS', 'WD'].map(
      (code) => channels.find((one) => one.code === code)?.slot ?? 0,
    );
    const slots = [speed, direction].toSorted((a, b) => a - b);
    await storeTestReadings(
      test,
      minutesFrom(0, 200).map((minute) => {
        const ts = start + minute * MINUTE_MS;
        const wind = { [speed]: minute % 2 ? 1 : 9, [direction]: minute % 2 ? 90 : 0 };
        const values = slots.map((slot) => wind[slot] ?? 0);
        const hour = floorToHour(ts, zone);
        return { siteId: windy, kind: packetKind.minute, ts, hour, rank: ts * 2, slots, values, marks: [] };
      }),
    );
    const range = `from=${start}&to=${start + 200 * MINUTE_MS}`;
    for (const codes of ['WD', 'WD,WS']) {
      const query = `siteIds=${windy}&channels=${codes}&granularity=minute&points=50&${range}`;
      const lines = await readLines(query);
      expect(lines).toHaveLength(codes.split(',').length);
      expect(lines[0]?.step).toBe(4 * MINUTE_MS);
      for (const value of lines[0]?.values ?? []) expect(value).toBeCloseTo(6.34, 2);
    }
  });

  it('says which channels a site does not have', async () => {
    const { rows } = await test.app.pool.query(
      `select channel_code from basic_channel where channel_id not in
         (select channel_id from basic_device_type_channel where device_type_id = 1) limit 1`,
    );
    const code: string = rows[0].channel_code;
    const lines = await readLines(
      `siteIds=${siteId}&channels=PM2.5,${code}&granularity=hour&from=${start - DAY_MS}&to=${start}`,
    );
    expect(lines.map(({ channel, absent }) => [channel, absent ?? false])).toEqual([
      ['PM2.5', false],
      [code, true],
    ]);
  });
});

describe('a trend that is refused', () => {
  it('would delay others; the message has the limit', async () => {
    const sites = await Promise.all([1, 2, 3, 4].map((n) => addSite(test, { mn: `TREND-M${n}` })));
    const channels = 'PM2.5,PM10,SO2,NO2,CO,O3,TSP';
    const range = `from=${start - 30 * DAY_MS}&to=${start}`;
    const body = await ask(`siteIds=${sites.join()}&channels=${channels}&granularity=minute&${range}`);
    expect(body).toMatchObject({ code: 500, field: 'from' });
    expect(body['msg']).toContain('1,209,600');
  });

  it.each([
    ['is reversed', `from=${start}&to=${start}`, 'to'],
    ['has ten years by minute', `from=${start - 3650 * DAY_MS}&to=${start}`, 'from'],
    ['names an unknown channel', `${whole}&channels=XYZ`, 'channels'],
    ['names an unknown step', `${whole}&granularity=week`, 'granularity'],
    ['names an unknown reference station', `${whole}&references=nowhere`, 'references'],
  ])('%s, with the name of the field', async (_, change, field) => {
    const given = new URLSearchParams({ siteIds: String(siteId), channels: 'PM2.5', granularity: 'minute' });
    for (const [name, value] of new URLSearchParams(change)) given.set(name, value);
    const body = await ask(given.toString());
    expect(body).toMatchObject({ code: 500, field });
    expect(body.msg).not.toBe('');
  });

  it('asks for a site out of reach', async () => {
    await addDepartment(test, 950, 100, [100]);
    await addPerson(test, 'elsewhere', [{ permissions: ['data:trend:list'], dataScope: '3' }], 950);
    const token = await test.login('elsewhere', personPassword);
    const body = await ask(`siteIds=${siteId}&channels=PM2.5&granularity=hour&${whole}`, token);
    expect(body).toMatchObject({ code: 403, field: 'siteIds' });
    expect(body['data']).toBeUndefined();
  });
});
