import { readSharedTable, sharedOrSkip } from '@limpid/aqi/shared-files.fixture';
import { HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import { dayBounds, floorToHour, formatLocalDate } from '@limpid/contract/local-time';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { testNow } from '../../testing/clock.ts';
import { addSite, storeTestReadings } from '../../testing/stations.ts';
import { packOutOfRange } from '../reading/out-of-range.rule.ts';
import { bits, type PacketKind, packetKind, type Reading } from '../reading/reading.ts';
import { readBacklog } from './roll-up.store.ts';
import { openRollUp, type RollUp } from './roll-up.ts';
import { watchBacklog } from './roll-up-backlog.ts';

let test: TestApp;
let rollUp: RollUp;

beforeAll(async () => {
  test = await openTestApp();
  rollUp = openRollUp(test.app, test.ingest.directory);
});
afterAll(() => test.close());

/** Values by slot: 1 PM2.5, 2 PM10 … as seeded. */
async function push(
  siteId: number,
  zone: string,
  rows: { kind: PacketKind; at: number; values: Record<number, number> }[],
) {
  const readings = rows.map(({ kind, at, values }): Reading => {
    const slots = Object.keys(values).map(Number);
    const sent = slots.map((slot) => Math.fround(values[slot] ?? Number.NaN));
    return {
      siteId,
      kind,
      ts: at,
      hour: floorToHour(at, zone),
      rank: at * 2,
      slots,
      values: sent,
      marks: [],
    };
  });
  await storeTestReadings(test, readings);
}

async function hoursOf(siteId: number) {
  const { rows } = await test.app.pool.query(
    `select (extract(epoch from ts) * 1000)::float8 as at, a1, l1, h1, c1, aqi, main, whole from reading_hour
     where site_id = $1 order by ts`,
    [siteId],
  );
  return rows;
}
async function daysOf(siteId: number) {
  const { rows } = await test.app.pool.query(
    `select day::text, a1, c1, aqi, main, o3_8h from reading_day where site_id = $1 order by day`,
    [siteId],
  );
  return rows;
}

describe('hours and days', () => {
  it('are built from readings, rebuilt for late ones, and independent of the order of arrival', async () => {
    const zone = 'Asia/Shanghai';
    const start = floorToHour(testNow - 30 * HOUR_MS, zone);
    const rows = Array.from({ length: 60 }, (_, n) => ({
      kind: packetKind.minute,
      at: start + n * MINUTE_MS,
      values: { 1: n },
    }));
    const [early, late] = [await addSite(test, { mn: 'ROLL-A' }), await addSite(test, { mn: 'ROLL-B' })];
    await push(early, zone, rows);
    await push(late, zone, rows.slice(0, 30));
    await rollUp.run();
    expect((await hoursOf(late))[0]).toMatchObject({ a1: 14.5, c1: 1800, aqi: null });
    await push(late, zone, rows.slice(30).reverse());
    await rollUp.run();
    const expected = { at: start, a1: 29.5, l1: 0, h1: 59, c1: 3600, aqi: 43, main: null, whole: false };
    expect(await hoursOf(early)).toEqual([expected]);
    expect(await hoursOf(late)).toEqual([expected]);
    expect(await daysOf(late)).toMatchObject([{ a1: 29.5, c1: 1, aqi: null }]);
  });

  it('leave out values of the device’s day that are out of range: Max is dropped, the mean keeps a mark', async () => {
    const zone = 'Asia/Shanghai';
    const siteId = await addSite(test, { mn: 'ROLL-DAY' });
    const start = dayBounds(formatLocalDate(testNow - 72 * HOUR_MS, zone), zone)[0];
    const mark = { slot: 2, flag: 'N', bits: bits.range, raw: 65_535, rank: null };
    const sent = { siteId, kind: packetKind.day, ts: start, hour: start, rank: start * 2 };
    const extremes = [{ slot: 1, low: -1, high: 65_535 }];
    await storeTestReadings(test, [{ ...sent, slots: [1, 2], values: [20, null], marks: [mark], extremes }]);
    await rollUp.run();
    const { rows } = await test.app.pool.query(
      'select a1, l1, h1, a2, out_of_range from reading_day where site_id = $1',
      [siteId],
    );
    expect(rows).toEqual([
      { a1: 20, l1: 20, h1: 20, a2: null, out_of_range: packOutOfRange(new Map([[2, 65_535]])) },
    ]);
  });

  it('are up to date after a roll-up, except for the running hour', async () => {
    const zone = 'Asia/Shanghai';
    const siteId = await addSite(test, { mn: 'ROLL-C' });
    const now = floorToHour(testNow, zone);
    await push(siteId, zone, [{ kind: packetKind.realtime, at: now, values: { 1: 7 } }]);
    expect(await rollUp.run()).toBe(0);
    expect(await rollUp.run(true)).toBe(1);
    expect(await hoursOf(siteId)).toMatchObject([{ a1: 7, c1: 60 }]);
    expect(await rollUp.run(true)).toBe(0);
  });

  it.each([
    ['Asia/Kathmandu', 24],
    ['Europe/Paris', 24],
  ])('follow the clock of %s', async (zone, hours) => {
    const siteId = await addSite(test, { mn: `ZONE-${zone.slice(-5)}`, zone });
    const start = floorToHour(testNow - 73 * HOUR_MS, zone);
    const rows = Array.from({ length: 72 }, (_, n) => ({
      kind: packetKind.hour,
      at: start + n * HOUR_MS,
      values: { 1: 10 },
    }));
    await push(siteId, zone, rows);
    await rollUp.run(true);
    const days = await daysOf(siteId);
    expect(days.filter(({ c1 }) => c1 === hours).length).toBeGreaterThanOrEqual(1);
    expect(days.reduce((sum, { c1 }) => sum + c1, 0)).toBe(72);
  });
});

describe('indices of means with 32 bits', () => {
  const zone = 'Asia/Shanghai';
  const [carbonMonoxide, ozone] = [5, 6];
  const [start] = dayBounds(formatLocalDate(testNow - 48 * HOUR_MS, zone), zone);
  const pushHours = async (mn: string, slot: number, valueOf: (hour: number) => number) => {
    const siteId = await addSite(test, { mn });
    const hours = Array.from({ length: 24 }, (_, n) => n);
    await push(
      siteId,
      zone,
      hours.map((n) => ({ kind: packetKind.hour, at: start + n * HOUR_MS, values: { [slot]: valueOf(n) } })),
    );
    await rollUp.run(true);
    return siteId;
  };

  it('are those of the decimals that the device sent as its hours', async () => {
    // Half to even: 1.45 is 1.4.
    const siteId = await pushHours('HALF-HOURS', carbonMonoxide, () => 1.45);
    expect((await hoursOf(siteId)).map(({ aqi }) => aqi)).toEqual(Array(24).fill(14));
    expect(await daysOf(siteId)).toMatchObject([{ aqi: 35 }]);
  });

  it('are those of the decimal that the device sent as its day', async () => {
    const siteId = await addSite(test, { mn: 'HALF-DAY' });
    await push(siteId, zone, [{ kind: packetKind.day, at: start, values: { [carbonMonoxide]: 1.55 } }]);
    await rollUp.run(true);
    expect(await daysOf(siteId)).toMatchObject([{ aqi: 40 }]);
  });

  it('are those of the eight-hour mean of ozone as it is presented', async () => {
    const siteId = await pushHours('HALF-OZONE', ozone, (n) => (n % 4 === 3 ? 101.2 : 101.6));
    expect(await daysOf(siteId)).toMatchObject([{ o3_8h: 101.5, aqi: 52 }]);
  });
});

describe('a backlog of a year of hours of twelve sites', () => {
  const zone = 'Asia/Shanghai';
  const thisHour = floorToHour(testNow, zone);
  const yearOfHours = 8784;
  const closed = () => test.clock.now().getTime() - HOUR_MS + 1;
  const runPortion = () => rollUp.runPortion({ until: 0, last: 0, closed: closed() });
  const backlog = () => readBacklog(test.app.pool, test.clock.now().getTime());
  const pushHour = (siteId: number, hour: number) =>
    push(
      siteId,
      zone,
      Array.from({ length: 60 }, (_, n) => ({
        kind: packetKind.minute,
        at: hour + n * MINUTE_MS,
        values: { 1: 20 },
      })),
    );
  let live: number;

  beforeAll(async () => {
    const sites = await Promise.all(Array.from({ length: 12 }, (_, n) => addSite(test, { mn: `OLD-${n}` })));
    live = await addSite(test, { mn: 'LIVE' });
    await test.app.pool.query('delete from dirty_hour');
    // An import creates one entry for each hour of a site.
    await test.app.pool.query(
      `insert into dirty_hour (hour, sites)
       select $2::timestamptz - hours * interval '1 hour', array[site_id]
       from unnest($1::integer[]) as site_id cross join generate_series(50, 49 + $3::integer) as hours`,
      [sites, new Date(thisHour).toISOString(), yearOfHours],
    );
  });
  afterAll(() => test.app.pool.query('delete from dirty_hour'));

  it('delays a live hour by one portion at most', async () => {
    await pushHour(live, thisHour - HOUR_MS);
    await runPortion();
    expect(await hoursOf(live)).toMatchObject([{ at: thisHour - HOUR_MS, a1: 20 }]);
    expect(await daysOf(live)).toHaveLength(1);
    await runPortion();
    await pushHour(live, thisHour - 2 * HOUR_MS);
    await runPortion();
    expect((await hoursOf(live)).map(({ at }) => at)).toEqual([thisHour - 2 * HOUR_MS, thisHour - HOUR_MS]);
    expect((await backlog()).siteHours).toBeGreaterThan(yearOfHours * 12 * 0.95);
  });

  it('is rolled up from the newest hour to the oldest', async () => {
    const newest = async () =>
      (await test.app.pool.query(`select extract(epoch from max(hour)) as at from dirty_hour`)).rows[0].at;
    const before = await newest();
    expect(await runPortion()).toBeGreaterThan(0);
    expect(Number(await newest())).toBeLessThan(Number(before));
    expect((await backlog()).oldestHour).toBe(thisHour - (49 + yearOfHours) * HOUR_MS);
  });

  it('processes every entry once when several processes roll up', async () => {
    // Locks belong to connections, so another process would behave the same.
    const second = openRollUp(test.app, test.ingest.directory);
    const count = async () =>
      (await test.app.pool.query('select count(*)::int as n from dirty_hour')).rows[0].n;
    const before = await count();
    const portions = await Promise.all(
      [rollUp, second, rollUp, second].map((one) =>
        one.runPortion({ until: 0, last: 0, closed: closed() }).then((done) => done ?? 0),
      ),
    );
    const settled = portions.reduce((sum, done) => sum + done, 0);
    expect(settled).toBeGreaterThan(0);
    expect(await count()).toBe(before - settled);
  });

  it('is counted with its age in hours of sites, without hours that have not ended', async () => {
    await test.app.pool.query('delete from dirty_hour');
    expect(await backlog()).toEqual({ siteHours: 0, isExact: true, since: null, oldestHour: null });
    await test.app.pool.query(
      `insert into dirty_hour (hour, sites, noted_at) values
       ($1, '{1,2}', limpid_now() - interval '20 minutes'), ($1, '{2,3}', limpid_now()), ($2, '{1}', limpid_now())`,
      [new Date(thisHour - 48 * HOUR_MS).toISOString(), new Date(thisHour + HOUR_MS).toISOString()],
    );
    const { since, ...rest } = await backlog();
    expect(rest).toEqual({ siteHours: 3, isExact: true, oldestHour: thisHour - 48 * HOUR_MS });
    expect(Math.round((testNow - Number(since)) / MINUTE_MS)).toBe(20);
  });

  it('is logged once it is old, not repeated at once, and logged when it has caught up', async () => {
    const lines: { level: number; msg: string; siteHours: number; ageMinutes?: number }[] = [];
    const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
    const watch = watchBacklog({ ...test.app, log });
    await watch.check();
    test.clock.advance(2);
    await watch.check();
    expect(lines).toMatchObject([{ level: 40, msg: 'roll-up backlog is old', siteHours: 3, ageMinutes: 20 }]);
    await test.app.pool.query('delete from dirty_hour');
    test.clock.advance(2);
    await watch.check();
    expect(lines.slice(1)).toMatchObject([{ level: 30, msg: 'roll-up backlog caught up', siteHours: 0 }]);
  });
});

const columns = ['time', 'station_code', 'pm2_5', 'pm2_5_24h', 'pm10', 'pm10_24h'];
const file = 'data/air/cnemc_beijing_tianjin_hourly_2026-02-15_2026-03-15.csv.gz';

describe.skipIf(!sharedOrSkip.present)(`published hours of the national network${sharedOrSkip.note}`, () => {
  it('roll up to the published 24-hour means; a closed station shows as no data', async () => {
    const table = readSharedTable(file, columns).filter((row) => /^100\d/.test(row['station_code'] ?? ''));
    const sites = new Map<string, number>();
    for (const code of new Set(table.map((row) => row['station_code'] ?? ''))) {
      sites.set(code, await addSite(test, { mn: `CN-${code}` }));
    }
    const published = new Map<string, { pm25: number; pm10: number }>();
    for (const [code, siteId] of sites) {
      const own = table.filter((row) => row['station_code'] === code);
      const rows = own.flatMap((row) => {
        // Published hours are labelled by their end, stored ones by their start.
        const at = Date.parse(`${row['time']?.replace(' ', 'T')}+08:00`) - HOUR_MS;
        const number = (name: string) => Number(row[name] || Number.NaN);
        published.set(`${siteId} ${at}`, { pm25: number('pm2_5_24h'), pm10: number('pm10_24h') });
        const values = Object.entries({ 1: number('pm2_5'), 2: number('pm10') }).filter(
          ([, value]) => !Number.isNaN(value),
        );
        return values.length > 0 ? [{ kind: packetKind.hour, at, values: Object.fromEntries(values) }] : [];
      });
      await push(siteId, 'Asia/Shanghai', rows);
    }
    await rollUp.run();
    const { rows } = await test.app.pool.query(
      `select site_id, (extract(epoch from ts) * 1000)::float8 as at,
         avg(a1) over w as pm25, count(a1) over w as n25, avg(a2) over w as pm10, count(a2) over w as n10
       from reading_hour where site_id = any($1::int[])
       window w as (partition by site_id order by ts range between '23 hours' preceding and current row)`,
      [[...sites.values()]],
    );
    const seen = { complete: 0, near: 0 };
    for (const { site_id: siteId, at, pm25, n25, pm10, n10 } of rows) {
      const theirs = published.get(`${siteId} ${at}`);
      for (const [ours, count, other] of [
        [pm25, n25, theirs?.pm25],
        [pm10, n10, theirs?.pm10],
      ]) {
        if (count !== 24 || !other || Number.isNaN(other)) continue;
        seen.complete++;
        if (Math.abs(Math.round(ours) - other) <= 1) seen.near++;
      }
    }
    expect(seen.complete).toBeGreaterThan(2000);
    expect(seen.near / seen.complete).toBeGreaterThanOrEqual(0.98);
    const { rows: zeros } = await test.app.pool.query(
      `select count(*)::int as n from reading_hour where site_id = any($1::int[]) and a1 is null and c1 > 0`,
      [[...sites.values()]],
    );
    expect(zeros[0].n).toBe(0);
  });
});
