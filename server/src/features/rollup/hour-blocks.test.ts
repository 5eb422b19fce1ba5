import { DAY_MS, HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { testDay, testNow } from '../../testing/clock.ts';
import { runTask } from '../../testing/run-task.ts';
import { addSite, storeTestReadings } from '../../testing/stations.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import { makeHourBlocks } from '../reading/columns/hour-blocks.store.ts';
import { packOutOfRange } from '../reading/out-of-range.rule.ts';
import { addPartition } from '../reading/partitions/partitions.store.ts';
import { removeReadings } from '../reading/partitions/schema.store.ts';
import { packetKind, type Reading } from '../reading/reading.ts';
import { openReadingSource } from '../reading/reading-source.ts';
import { planBlocks } from './hour-blocks.rule.ts';
import { makeBlocks } from './hour-blocks.ts';
import { holdRollUpLock } from './roll-up.store.ts';
import { openRollUp } from './roll-up.ts';
import { markSiteHoursDirty } from './rollup.api.ts';

const now = new Date(testNow);
/** The starts of two months that have ended, and of the running month. */
const months = [2, 1, 0].map((back) => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1));
const [first = 0, second = 0, recent = 0] = months;
/** The running month is in blocks up to two days ago. */
const settled = testDay - 2 * DAY_MS;
const never = new AbortController().signal;
const slots = [1, 2, 3];
let test: TestApp;
let admin: string;
const sites: number[] = [];

beforeAll(async () => {
  test = await openTestApp();
  admin = await test.login();
  for (const mn of ['BLOCK-A', 'BLOCK-B', 'BLOCK-C']) sites.push(await addSite(test, { mn }));
  for (const month of months) await addPartition(test.app.pool, 'reading_hour', month);
});
afterAll(() => test.close());

const make = () => makeBlocks(test.app, never);
const clear = () => test.app.pool.query('delete from reading_hour_block');
const source = () => openReadingSource(test.app, test.ingest.directory);

async function listBlocks(): Promise<string[]> {
  const { rows } = await test.app.pool.query<{ place: string }>(
    `select site_id || ' ' || month as place from reading_hour_block where slot = 0 order by 1`,
  );
  return rows.map(({ place }) => place);
}
const placeOf = (siteId: number, month: number) => `${siteId} ${new Date(month).toISOString().slice(0, 10)}`;

/** Hours of the first two sites until some days ago, the second with gaps, other numbers and values out of range. */
async function fill(): Promise<void> {
  const { pool } = test.app;
  await pool.query('delete from reading_hour');
  const [one, other] = sites;
  const hours = [new Date(first + 3 * DAY_MS), new Date(recent + 20 * DAY_MS)];
  await pool.query(
    `insert into reading_hour (site_id, ts, a1, l1, h1, c1, a2, c2)
     select $1, ts, random() * 90, random() * 20, 95 + random(), 3600, random() * 360, 3000
     from generate_series($2::timestamptz, $3, '1 hour') ts`,
    [one, ...hours],
  );
  await pool.query(
    `insert into reading_hour (site_id, ts, a1, l1, h1, c1, out_of_range)
     select $1, ts + interval '30 minutes', case when random() < 0.8 then random() * 90 end,
       case when random() < 0.8 then random() end, case when random() < 0.8 then 95 + random() end,
       case when random() < 0.9 then random() * 3600 end, case when random() < 0.1 then $4::bytea end
     from generate_series($2::timestamptz, $3, '1 hour') ts where random() < 0.9`,
    [
      other,
      ...hours,
      packOutOfRange(
        new Map([
          [1, 999.5],
          [3, -7],
        ]),
      ),
    ],
  );
}

/** A whole hour that arrives late. */
function makeLate(siteId: number, hour: number, value: number): Reading[] {
  return Array.from({ length: 60 }, (_, minute): Reading => {
    const ts = hour + minute * MINUTE_MS;
    const place = { siteId, kind: packetKind.minute, ts, hour };
    return { ...place, rank: ts * 2 + value, slots: [1], values: [value], marks: [] };
  });
}
const rollUp = () => openRollUp(test.app, test.ingest.directory).run();

async function askTrend(query = ''): Promise<string> {
  const address = `/data/trend?siteIds=${sites.join(',')}&channels=PM2.5,PM10&granularity=hour`;
  const { body } = await test.send('GET', `${address}&from=${first}&to=${recent + 25 * DAY_MS}${query}`, {
    token: admin,
  });
  expect(body).toMatchObject({ code: 200 });
  return JSON.stringify(body);
}

describe('blocks of hours', () => {
  it('are made for the months of every site, once, in portions', async () => {
    await fill();
    expect(await makeBlocks(test.app, never, 2)).toBe(sites.length * months.length);
    expect(await listBlocks()).toEqual(sites.flatMap((site) => months.map((month) => placeOf(site, month))));
    expect(await make()).toBe(0);
    const aborted = AbortSignal.abort();
    await clear();
    expect(await makeBlocks(test.app, aborted)).toBe(0);
    expect(await holdRollUpLock(test.app.pool, make)).toBe(0);
  });

  it('give the same means as rows, for any period, with and without extremes', async () => {
    await fill();
    const moment = fc.integer({ min: first / HOUR_MS - 100, max: recent / HOUR_MS + 600 });
    const periods = fc.sample(fc.tuple(moment, moment, fc.constantFrom('mean', 'extremes')), 30);
    const read = () =>
      Promise.all(
        periods.map(([one, other, detail]) =>
          source().means(
            'hour',
            sites,
            [Math.min(one, other) * HOUR_MS, Math.max(one, other) * HOUR_MS],
            slots,
            detail,
          ),
        ),
      );
    await clear();
    const fromRows = await read();
    expect(fromRows.some((found) => found.get(sites[1] ?? 0)?.get(3)?.outOfRange)).toBe(true);
    expect(await make()).toBe(sites.length * months.length);
    expect(await read()).toEqual(fromRows);
    await test.app.pool.query('delete from reading_hour_block where site_id = $1 and month = $2', [
      sites[0],
      new Date(second).toISOString().slice(0, 10),
    ]);
    expect(await read()).toEqual(fromRows);
    // Blocks are really used: nothing else is left of this time.
    const readAll = () => source().means('hour', sites, [first, testNow], slots, 'extremes');
    const all = await readAll();
    await make();
    await test.app.pool.query('delete from reading_hour where ts < $1', [new Date(settled)]);
    expect(await readAll()).toEqual(all);
  });

  it('lose only the month of the site that changes, and give the same trend before and after', async () => {
    await fill();
    await clear();
    const [one = 0] = sites;
    for (const query of ['', '&points=300', '&band=false']) {
      const fromRows = await askTrend(query);
      await make();
      expect(await askTrend(query)).toBe(fromRows);
      await clear();
    }
    await make();
    const before = await askTrend();
    await storeTestReadings(test, makeLate(one, second + 5 * HOUR_MS, 77));
    await rollUp();
    expect(await listBlocks()).not.toContain(placeOf(one, second));
    expect(await listBlocks()).toHaveLength(sites.length * months.length - 1);
    const after = await askTrend();
    expect(after).not.toBe(before);
    expect(await make()).toBe(1);
    expect(await askTrend()).toBe(after);
    await clear();
    expect(await askTrend()).toBe(after);
  });

  it('of the running month stay when its newest days change, and are removed by an earlier hour', async () => {
    await fill();
    await clear();
    await make();
    const [one = 0, other = 0] = sites;
    await storeTestReadings(test, [...makeLate(one, settled, 31), ...makeLate(other, settled - HOUR_MS, 32)]);
    await rollUp();
    expect(await listBlocks()).toContain(placeOf(one, recent));
    expect(await listBlocks()).not.toContain(placeOf(other, recent));
    const after = await askTrend();
    expect(await make()).toBe(1);
    expect(await askTrend()).toBe(after);
    await clear();
    expect(await askTrend()).toBe(after);
  });

  it('of the running month are extended every third day, and once more after its end', async () => {
    const spans = (days: number) => planBlocks([recent, second], testDay + days * DAY_MS);
    const whole = { month: second, until: recent, keptFrom: recent };
    expect(spans(0)).toEqual([{ month: recent, until: settled, keptFrom: settled - 2 * DAY_MS }, whole]);
    expect(spans(2)[0]?.keptFrom).toBe(settled);
    expect(spans(3)[0]?.keptFrom).toBeGreaterThan(settled);
    expect(planBlocks([recent], recent + 5 * DAY_MS - 1)).toEqual([]);
    expect(planBlocks([second], recent + 2 * DAY_MS - 1)).not.toEqual([whole]);
    expect(planBlocks([second], recent + 2 * DAY_MS)).toEqual([whole]);
    await clear();
    const until = (days: number) => makeHourBlocks(test.app.pool, recent, recent + days * DAY_MS, sites);
    await until(3);
    await fill();
    await until(9);
    await test.app.pool.query('delete from reading_hour where ts >= $1 and ts < $2', [
      new Date(recent),
      new Date(recent + 9 * DAY_MS),
    ]);
    const found = await source().means('hour', sites, [recent, recent + 12 * DAY_MS], [1]);
    expect(found.get(sites[0] ?? 0)?.get(1)?.values).toHaveLength(12 * 24);
  });

  it('are removed for a site without hours that gets its first one', async () => {
    const [, , empty = 0] = sites;
    await make();
    await storeTestReadings(test, makeLate(empty, first + 5 * HOUR_MS, 12));
    await rollUp();
    expect(await listBlocks()).not.toContain(placeOf(empty, first));
    const found = await source().means('hour', [empty], [first, second], [1]);
    expect(found.get(empty)?.get(1)?.values).toEqual([12]);
  });

  it('are removed with a new zone, with the site, and with the hours at the end of their retention', async () => {
    const [one = 0, other = 0] = sites;
    await make();
    await test.app.db.transaction().execute((db) => markSiteHoursDirty(db, [one]));
    await test.app.db.transaction().execute((db) => removeReadings(db, [other]));
    const left = (await listBlocks()).map((place) => Number(place.split(' ')[0]));
    expect(new Set(left)).toEqual(new Set(sites.slice(2)));
    await test.app.pool.query(`update sys_config set config_value = '30' where config_key = 'data.hourDays'`);
    await test.app.parameters.clear();
    await runTask(test, 'readingTask.retention');
    const { rows } = await test.app.pool.query(
      `select count(*)::int as n from pg_inherits where inhparent = 'reading_hour_block'::regclass`,
    );
    expect(rows).toEqual([{ n: 2 }]);
  });
});

describe('a block that is made while hours change', () => {
  it('waits for the change and contains it, or is removed by it', async () => {
    const { pool, db } = test.app;
    const site = await addSite(test, { mn: 'BLOCK-RACE' });
    await pool.query(
      `insert into reading_hour (site_id, ts, a1, c1) select $1, ts, 5, 3600
       from generate_series($2::timestamptz, $3, '1 hour') ts`,
      [site, new Date(second), new Date(second + 9 * DAY_MS)],
    );
    await addPartition(pool, 'reading_hour_block', second);
    let making: Promise<void> | undefined;
    await db.transaction().execute(async (open) => {
      await removeReadings(open, [site]);
      making = makeHourBlocks(pool, second, recent, [site]);
      const isWaiting = async () =>
        (
          await pool.query(
            `select from pg_locks where mode = 'ShareLock' and not granted and relation is not null`,
          )
        ).rows.length > 0;
      await waitUntil(isWaiting, 'the block waits for the change');
    });
    await making;
    expect(await source().means('hour', [site], [second, second + 9 * DAY_MS], [1])).toEqual(new Map());
  });

  it('never differs from the rows when roll-ups run at the same time', async () => {
    const [site = 0] = sites;
    const hours = [second + DAY_MS, second + 2 * DAY_MS, settled - 2 * HOUR_MS, settled + 2 * HOUR_MS];
    for (const [round, hour] of hours.entries()) {
      await storeTestReadings(test, makeLate(site, hour, 20 + round));
      await Promise.all([rollUp(), make(), rollUp(), make()]);
      await rollUp();
      const fromBlocks = await source().means('hour', [site], [second, testNow], [1], 'extremes');
      await make();
      const again = await source().means('hour', [site], [second, testNow], [1], 'extremes');
      await clear();
      const fromRows = await source().means('hour', [site], [second, testNow], [1], 'extremes');
      expect(fromBlocks).toEqual(fromRows);
      expect(again).toEqual(fromRows);
      expect(fromRows.get(site)?.get(1)?.values).toContain(20 + round);
    }
  });
});
