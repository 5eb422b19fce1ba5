import { HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { soon } from '../../../testing/soon.ts';
import { storeTestReadings } from '../../../testing/stations.ts';
import { beginWriting } from '../../reading/locks/locks.api.ts';
import { letPacketsIn } from './let-in.ts';
import {
  entityOf,
  hashMonth,
  lastDay,
  makeMinute,
  month,
  openLocks,
  readMonth,
  since,
  until,
} from './lock.fixture.ts';

let tools: Awaited<ReturnType<typeof openLocks>>;
/** Another process on the same database. */
let other: TestApp;
beforeAll(async () => {
  tools = await openLocks();
  other = await openTestApp({}, { connection: tools.test.connection });
});
afterAll(async () => {
  await other.close();
  await tools.close();
});

const at = lastDay + 2 * HOUR_MS;
/** As in roll-up.store.ts. */
const rollUpLock = 0x6c696d01;

async function countWaiting(): Promise<number> {
  const { rows } = await tools.test.app.pool.query(
    `select count(*)::int as n from pg_locks where locktype = 'advisory' and classid = 7313 and not granted`,
  );
  return rows[0].n;
}

describe('locking a month', () => {
  it('waits for a change that has begun, rolls it up, and keeps later ones out', async () => {
    const { test } = tools;
    const siteId = await tools.addMeasured('RACE-A');
    const entityId = await entityOf(test, siteId);
    const writer = await test.app.pool.connect();
    await writer.query(beginWriting);
    await writer.query('update reading set s1 = 40 where site_id = $1 and ts >= $2 and ts < $3', [
      siteId,
      new Date(at),
      new Date(at + HOUR_MS),
    ]);
    const locking = tools.lock(entityId);
    await soon(countWaiting).toBe(1);
    await writer.query('insert into dirty_hour (hour, sites) values ($1, array[$2::integer])', [
      new Date(at),
      siteId,
    ]);
    await writer.query('commit');
    writer.release();
    const { code, data } = await locking;
    expect(code).toBe(200);
    // In another process too.
    await storeTestReadings(other, [makeMinute(siteId, at + MINUTE_MS, 99)]);
    const { hours } = await readMonth(test, siteId);
    expect(hours[2]).toMatchObject({ a1: 40 });
    expect(await tools.listKept(data?.['lockId'])).toMatchObject([
      { siteName: 'RACE-A', sentValues: 'PM2.5=99 N' },
    ]);
  });

  it('lets no correction in once it is done, while two processes correct and receive at once', async () => {
    const { test } = tools;
    const siteId = await tools.addMeasured('RACE-B');
    const entityId = await entityOf(test, siteId);
    await other.ingest.directory.refresh();
    let hash = '';
    const codes: number[] = [];
    const correct = async (app: TestApp, n: number) => {
      const change = { ts: at + n * 10 * MINUTE_MS, channel: 'PM2.5', value: 20 + n };
      const json = { siteId, granularity: 'minute', reason: 'checked on site', changes: [change] };
      const { body } = await app.send('PUT', '/data/history', { token: tools.admin, json });
      codes.push(body.code);
    };
    const locking = tools.lock(entityId).then(async ({ code }) => {
      expect(code).toBe(200);
      hash = await hashMonth(test, siteId);
    });
    const work = Array.from({ length: 40 }, async (_, n) => {
      const app = n % 2 ? other : test;
      await correct(app, n);
      await storeTestReadings(app, [makeMinute(siteId, at + n * 10 * MINUTE_MS + MINUTE_MS, n)]);
    });
    await Promise.all([locking, ...work]);
    await correct(other, 41);
    expect(codes.at(-1)).toBe(500);
    await tools.rollUp();
    expect(await hashMonth(test, siteId)).toBe(hash);
    // Every reading is either in the month or kept apart.
    const { readings } = await readMonth(test, siteId);
    const came = readings.filter(({ ts }) => (ts - at) % (10 * MINUTE_MS) === MINUTE_MS && ts > at);
    const { rows } = await test.app.pool.query(
      'select count(*)::int as n from kept_packet where site_id = $1',
      [siteId],
    );
    expect(came.filter(({ slots }) => slots.length > 0).length - 1 + rows[0].n).toBe(40);
  });
});

describe('hours that are queued without a change of readings', () => {
  it('are rolled up before a month is locked, or left out', async () => {
    const { pool } = tools.test.app;
    const siteId = await tools.addMeasured('RACE-D');
    const entityId = await entityOf(tools.test, siteId);
    const [rollUp, trigger] = [await pool.connect(), await pool.connect()];
    await rollUp.query('select pg_advisory_lock($1)', [rollUpLock]);
    await trigger.query('begin');
    const hour = [siteId, new Date(at)];
    await trigger.query('update reading_hour set a1 = 777 where site_id = $1 and ts = $2', hour);
    await trigger.query('insert into dirty_hour (hour, sites) values ($2, array[$1::integer])', hour);
    const locking = tools.lock(entityId);
    await soon(async () => {
      const { rows } = await pool.query(
        `select count(*)::int as n from pg_locks where locktype = 'advisory' and objid = $1 and not granted`,
        [rollUpLock],
      );
      return rows[0].n;
    }).toBe(1);
    await trigger.query('commit');
    trigger.release();
    rollUp.release(true);
    expect((await locking).code).toBe(200);
    expect((await readMonth(tools.test, siteId)).hours[2]).toMatchObject({ a1: 10 });
  });
});

describe('a site that comes to an entity with a locked month', () => {
  it('waits for a change of its readings that has begun', async () => {
    const { test, send } = tools;
    const siteId = await tools.addMeasured('RACE-E');
    const entityId = await entityOf(test, await tools.addMeasured('RACE-F'));
    expect((await tools.lock(entityId)).code).toBe(200);
    const writer = await test.app.pool.connect();
    await writer.query(beginWriting);
    const { data } = await send('GET', `/site/site/${siteId}`);
    const moving = send('PUT', '/site/site', { ...data, entityId });
    await soon(countWaiting).toBe(1);
    await writer.query('commit');
    writer.release();
    expect((await moving).code).toBe(200);
  });
});

describe('unlocking a month', () => {
  it('is continued by another process where one has stopped, and lets each packet in once', async () => {
    const { test } = tools;
    const siteId = await tools.addMeasured('RACE-C');
    const { data } = await tools.lock(await entityOf(test, siteId));
    const minutes = Array.from({ length: 30 }, (_, n) => makeMinute(siteId, at + n * MINUTE_MS + 1000, n));
    await storeTestReadings(test, [...minutes, makeMinute(siteId, since - HOUR_MS, 5)]);
    await tools.unlock(data?.['lockId']);
    const broken = {
      directory: test.ingest.directory,
      storeKept: () => Promise.reject(new Error('the process was killed')),
    };
    await expect(letPacketsIn(test.app, broken)).rejects.toThrow('killed');
    const list = await tools.send('GET', `/data/audit/lock/list?search=race-c&from=${month}&to=${month}`);
    expect(list.rows).toMatchObject([{ state: 'waiting', keptPackets: 30 }]);
    const counts = await Promise.all([
      letPacketsIn(test.app, test.ingest),
      letPacketsIn(other.app, other.ingest),
    ]);
    expect(counts[0] + counts[1]).toBe(30);
    expect(await letPacketsIn(other.app, other.ingest)).toBe(0);
    const { readings } = await readMonth(test, siteId);
    expect(readings.filter(({ ts }) => ts % MINUTE_MS === 1000)).toHaveLength(30);
    const { rows } = await test.app.pool.query(
      'select count(*)::int as n from kept_packet where site_id = $1',
      [siteId],
    );
    expect(rows[0].n).toBe(0);
    const again = await tools.send('GET', `/data/audit/lock/list?search=race-c&from=${month}&to=${month}`);
    expect(again.rows).toMatchObject([{ state: 'open', keptPackets: 0 }]);
    // What lies outside of the month was never kept apart.
    expect(until - since).toBe(31 * 24 * HOUR_MS);
  });
});
