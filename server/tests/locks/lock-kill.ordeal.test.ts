import { DAY_MS, HOUR_MS, SECOND_MS } from '@limpid/contract/durations';
import { formatLocalDate } from '@limpid/contract/local-time';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entityOf, hashMonth } from '../../src/features/quality/lock/lock.fixture.ts';
import { monthBounds, monthsBefore } from '../../src/features/quality/lock/lock.rule.ts';
import { openTestApp, type TestApp } from '../../src/testing/app.ts';
import { takeRounds } from '../../src/testing/full-rounds.ts';
import { type KillableServer, startKillableServer } from '../../src/testing/killable-server.ts';
import { findPort } from '../../src/testing/process.ts';
import {
  ReportingStation,
  type ReportingStations,
  startReportingStations,
} from '../../src/testing/reporting-stations.ts';
import { addSite } from '../../src/testing/stations.ts';
import { waitUntil } from '../../src/testing/wait-until.ts';

const zone = 'Asia/Shanghai';
const stations = 12;
/** More than the worker lets in at once. */
const manyPackets = 1200;
/** Three kills each. */
const rounds = Array.from({ length: 30 }, (_, n) => n + 1);

let test: TestApp;
let server: KillableServer;
let gatewayPort: number;
let fleet: ReportingStations;
let siteIds: number[];
let entityId: number;
/** The last month that has ended; the server reads the clock of the machine. */
let ended: { month: string; since: number; until: number };
/** The time of the first report. */
let base: number;

const startServer = async () => {
  server = await startKillableServer(test, {
    ROLES: 'http,gateway,worker',
    GATEWAY_PORT: String(gatewayPort),
  });
};

beforeAll(async () => {
  test = await openTestApp();
  test.clock.useMachineTime();
  const month = monthsBefore(formatLocalDate(Date.now(), zone).slice(0, 7), 1);
  const [since, until] = monthBounds(month, zone);
  ended = { month, since, until };
  base = until - 12 * HOUR_MS;
  const mns = Array.from({ length: stations }, (_, n) => `LOCKKILL${n}`);
  siteIds = [];
  for (const mn of mns) siteIds.push(await addSite(test, { mn }));
  entityId = await entityOf(test, siteIds[0] ?? 0);
  await test.app.pool.query('update site set entity_id = $1', [entityId]);
  // Readings are counted one by one below, so no job may pack their days meanwhile.
  await test.app.pool.query(`update sys_job set status = '1' where invoke_target like 'readingTask.%'`);
  await test.ingest.directory.refresh();
  gatewayPort = await findPort();
  await startServer();
  fleet = startReportingStations({ port: gatewayPort, mns, base, everyMs: 25 });
}, 120_000);
afterAll(async () => {
  fleet?.end();
  await server?.kill();
  await test?.close();
});

async function count(query: string): Promise<number> {
  const { rows } = await test.app.pool.query<{ n: number }>(`select count(*)::int as n from ${query}`);
  return rows[0]?.n ?? 0;
}

const ask = async (path: string, body: object) =>
  (await server.ask('POST', `/data/audit/lock${path}`, JSON.stringify(body))) as {
    code: number;
    data: { lockId: number };
  };

/** Kills the server while one of its statements waits for what a statement of the test holds, and starts another one. */
async function killWhileWaiting(holding: string, work: () => Promise<unknown>): Promise<void> {
  const holder = await test.app.pool.connect();
  await holder.query('begin');
  await holder.query(holding);
  // A request is cut off by the kill.
  const working = work().catch(() => undefined);
  const waiting = `pg_stat_activity where application_name = 'doomed' and wait_event_type = 'Lock'
    and wait_event in ('relation', 'transactionid', 'tuple')`;
  await waitUntil(async () => (await count(waiting)) > 0, 'a statement of the server that waits');
  // The statement must not go on for a server that is still there.
  await server.kill(async () => {
    await holder.query('rollback');
    holder.release();
  });
  await working;
  await startServer();
}

/** A request gives up while changes of the month are processed. */
async function lockEntityMonth(): Promise<number> {
  for (;;) {
    const { code, data } = await ask('', { entityId, month: ended.month });
    if (code === 200) return data.lockId;
  }
}

async function hashAll(): Promise<string[]> {
  const hashes: string[] = [];
  for (const siteId of siteIds) hashes.push(await hashMonth(test, siteId, ended));
  return hashes;
}

/** Waits until so many more reports are acknowledged. */
async function report(more: number): Promise<void> {
  const goal = fleet.acked() + more;
  await waitUntil(() => fleet.acked() >= goal, 'late packets acknowledged', 60_000);
}

/** Compares what stations know to be acknowledged with what is stored, and with what is kept apart. */
async function account() {
  const found = { lost: 0, twice: 0, wrong: 0 };
  const { rows } = await test.app.pool.query<{ mn: string; number: number; value: number }>(
    `select mn, (extract(epoch from ts) - $1)::float8 as number, value from (
       select site_id, ts, s1 as value from reading
       union all select site_id, ts, (entry ->> 'value')::real from kept_packet, jsonb_array_elements(entries) as entry
       where entry ->> 'slot' = '1'
     ) as stored join site using (site_id)`,
    [base / SECOND_MS],
  );
  const byStation = Map.groupBy(rows, ({ mn }) => mn);
  for (const station of fleet.stations) {
    const stored = new Map<number, number>();
    for (const { number, value } of byStation.get(station.mn) ?? []) {
      if (stored.has(number)) found.twice++;
      if (value !== ReportingStation.valueOf(number)) found.wrong++;
      stored.set(number, value);
    }
    for (let number = 0; number < station.sent; number++)
      if (station.isAcked(number) && !stored.has(number)) found.lost++;
  }
  // A value that replaced another one is in the log.
  return { ...found, replaced: await count('data_log') };
}

const nothing = { lost: 0, twice: 0, wrong: 0, replaced: 0 };

async function rollUpAll(): Promise<void> {
  await waitUntil(async () => {
    await test.services.rollUp.run();
    return (await count('dirty_hour')) === 0;
  }, 'all hours rolled up');
}

describe('a server that locks a month while late packets arrive', () => {
  it.each(takeRounds(rounds, 1))(
    'loses nothing acknowledged when it is killed while it locks, keeps packets and lets them in, round %i',
    async () => {
      // A round that failed has left the stations resting.
      fleet.resume();
      await report(200);
      const locks = await count('month_lock_log');
      await killWhileWaiting('lock table month_lock_log in exclusive mode', lockEntityMonth);
      // All or nothing.
      expect([await count('month_lock'), await count('month_lock_log')]).toEqual([0, locks]);
      await fleet.drain(60_000);
      expect(await account()).toEqual(nothing);

      fleet.resume();
      await report(100);
      const lockId = await lockEntityMonth();
      const hashes = await hashAll();
      await report(manyPackets / 2);
      await server.kill();
      await startServer();
      await report(manyPackets / 2);
      await fleet.drain(60_000);
      expect(await account()).toEqual(nothing);
      expect(await count('kept_packet')).toBeGreaterThan(manyPackets);
      expect(await hashAll()).toEqual(hashes);

      fleet.resume();
      await killWhileWaiting(
        `select from kept_packet where packet_id = (select packet_id from kept_packet order by ts desc limit 1) for update`,
        () => ask('/unlock', { lockId, reason: 'the month is corrected' }),
      );
      await report(100);
      await waitUntil(async () => (await count('kept_packet')) === 0, 'all packets let in', 60_000);
      await fleet.drain(60_000);
      expect(await account()).toEqual(nothing);
      const { rows } = await test.app.pool.query(
        `select kept_packets - let_in as rest, expired from month_lock_log where lock_id = $1 and action = 'unlock'`,
        [lockId],
      );
      expect(rows).toEqual([{ rest: 0, expired: 0 }]);
      // Hours and days are those of the readings.
      await rollUpAll();
      const after = await hashAll();
      await test.app.pool.query(
        'insert into dirty_hour (hour, sites) select ts, array_agg(site_id) from reading_hour group by ts',
      );
      await rollUpAll();
      expect(await hashAll()).toEqual(after);
      fleet.resume();
    },
    300_000,
  );
});

/** Reports are a second apart, and stay within the month. */
const longest = DAY_MS / 2 / SECOND_MS;
afterAll(() => expect(Math.max(...fleet.stations.map(({ sent }) => sent))).toBeLessThan(longest));
