import { DAY_MS, HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { testNow } from '../../testing/clock.ts';
import { addSite, storeTestReadings } from '../../testing/stations.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import { addPartition } from '../reading/partitions/partitions.store.ts';
import { packetKind, type Reading } from '../reading/reading.ts';
import { clusterHours } from './cluster-hours.ts';
import { openRollUp } from './roll-up.ts';

const now = new Date(testNow);
/** The tenth of the month before last: closed, and late readings are still accepted. */
const start = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 2, 10);
const never = new AbortController().signal;
let test: TestApp;

beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

const count = 60;

async function fill(sites: number[]): Promise<void> {
  await addPartition(test.app.pool, 'reading_hour', start);
  await test.app.pool.query(
    `insert into reading_hour (site_id, ts, a1, l1, h1, c1)
     select site_id, $1::timestamptz + n * interval '1 hour', n, 0, 1, 3600
     from generate_series(0, $3 - 1) n, unnest($2::integer[]) site_id order by n, site_id`,
    [new Date(start).toISOString(), sites, count],
  );
}

const inside = 'ts >= $1 and ts < $2';
const bounds = [start, start + 20 * DAY_MS].map((at) => new Date(at).toISOString());
const rows = async () =>
  (await test.app.pool.query(`select * from reading_hour where ${inside} order by site_id, ts`, bounds)).rows;
/** How often the site changes from one row on disk to the next. */
const changes = async () =>
  (
    await test.app.pool.query(
      `select count(*)::int as n from (
         select site_id, lag(site_id) over (order by ctid) as before from reading_hour where ${inside}
       ) as stored where site_id <> before`,
      bounds,
    )
  ).rows[0].n;

it('orders the hours of closed months by site while others read, and later ones are rolled up afterwards', async () => {
  const sites: number[] = [];
  for (const mn of ['ORDER-A', 'ORDER-B', 'ORDER-C']) sites.push(await addSite(test, { mn }));
  await fill(sites);
  const before = await rows();
  expect(await changes()).toBe(count * sites.length - 1);
  const reader = await test.app.pool.connect();
  await reader.query('begin isolation level repeatable read');
  await reader.query('select now(), count(*) from site');
  // A month that has not ended is not changed.
  expect(await clusterHours(test.app.pool, start, never)).toBe(0);
  expect(await clusterHours(test.app.pool, start + 40 * DAY_MS, never)).toBe(1);
  const { rows: seen } = await reader.query(
    `select count(*)::int as n from reading_hour where ${inside}`,
    bounds,
  );
  await reader.query('commit');
  reader.release();
  expect(seen).toEqual([{ n: count * sites.length }]);
  expect(await rows()).toEqual(before);
  expect(await changes()).toBe(sites.length - 1);
  expect(await clusterHours(test.app.pool, start + 40 * DAY_MS, never)).toBe(0);

  const late = Array.from({ length: 60 }, (_, minute): Reading => {
    const ts = start + 5 * HOUR_MS + minute * MINUTE_MS;
    const [siteId = 0] = sites;
    return {
      siteId,
      kind: packetKind.minute,
      ts,
      hour: start + 5 * HOUR_MS,
      rank: 1,
      slots: [1],
      values: [70],
      marks: [],
    };
  });
  await storeTestReadings(test, late);
  await openRollUp(test.app, test.ingest.directory).run();
  const after = await rows();
  expect(after).toHaveLength(before.length);
  expect(after[5]).toMatchObject({ site_id: sites[0], a1: 70 });
});

it('retries with short waits while others are reading', async () => {
  const site = await addSite(test, { mn: 'ORDER-D' });
  await test.app.pool.query(
    `comment on table reading_hour_${new Date(start).toISOString().slice(0, 7).replace('-', '')}01 is null`,
  );
  const holder = await test.app.pool.connect();
  await holder.query('begin');
  await holder.query('select count(*) from reading_hour where site_id = $1', [site]);
  const ordering = clusterHours(test.app.pool, start + 40 * DAY_MS, never);
  const isWaiting = async () => {
    const { rows } = await holder.query(
      `select from pg_locks where relation = 'reading_hour'::regclass and not granted`,
    );
    return rows.length > 0;
  };
  await waitUntil(isWaiting, 'the first attempt waits');
  await waitUntil(async () => !(await isWaiting()), 'the first attempt has given up');
  await holder.query('commit');
  holder.release();
  expect(await ordering).toBe(1);
});
