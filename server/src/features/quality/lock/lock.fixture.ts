import { createHash } from 'node:crypto';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import { floorToHour } from '@limpid/contract/local-time';
import { startGateway } from '../../../roles/gateway.ts';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { runTask } from '../../../testing/run-task.ts';
import { addSite, storeTestReadings } from '../../../testing/stations.ts';
import { recheckRanges } from '../../reading/ranges/recheck-ranges.ts';
import { bits, packetKind, type Reading } from '../../reading/reading.ts';
import { readStoredReadings } from '../../reading/stored-readings.ts';
import { datesOf } from './lock.rule.ts';

const zone = 'Asia/Shanghai';
/** October in the zone of the sites; the clock of tests is in the middle of November. */
export const month = '2026-10';
export const [since, until] = [
  Date.parse('2026-10-01T00:00:00+08:00'),
  Date.parse('2026-11-01T00:00:00+08:00'),
] as const;
/** The start of the last day of the month. */
export const lastDay = until - DAY_MS;

export function makeMinute(siteId: number, ts: number, value: number, more: Partial<Reading> = {}): Reading {
  return {
    siteId,
    kind: packetKind.minute,
    ts,
    hour: floorToHour(ts, zone),
    rank: ts * 2,
    slots: [1],
    values: [value],
    marks: [],
    ...more,
  };
}

/** The last and the first day around the end of the month, a value every ten minutes: 10. */
function twoDays(siteId: number): Reading[] {
  return Array.from({ length: 288 }, (_, n) => makeMinute(siteId, lastDay + n * 10 * MINUTE_MS, 10));
}

/** A number above the range of its channel, which counts if the range becomes wider. */
export const beyond = { ts: lastDay + 3 * HOUR_MS + MINUTE_MS, raw: 20_000 };

export async function openLocks(environment: Record<string, string> = {}) {
  const test = await openTestApp(environment);
  const gateway = await startGateway(test.app, test.ingest, { sweep: 50 });
  const admin = await test.login();
  const recheck = () => recheckRanges(test.app, test.ingest.directory);
  const rollUp = () => test.services.rollUp.run();
  // The ranges that the installation has queued.
  await recheck();

  async function send(method: string, path: string, json?: object, token = admin) {
    const { body } = await test.send(method, path, { token, ...(json && { json }) });
    return body as typeof body & { data?: Record<string, number>; rows?: Record<string, unknown>[] };
  }

  return {
    test,
    gateway,
    admin,
    send,
    recheck,
    rollUp,
    /** A site with readings on both sides of the end of October, rolled up. */
    async addMeasured(mn: string, isPacked = false, more: Reading[] = []): Promise<number> {
      const siteId = await addSite(test, { mn, interval: 600 });
      const mark = { slot: 1, flag: 'N', bits: bits.range, raw: beyond.raw, rank: null };
      const odd = { ...makeMinute(siteId, beyond.ts, 0), values: [null], marks: [mark] };
      await storeTestReadings(test, [...twoDays(siteId), odd, ...more]);
      await rollUp();
      if (isPacked) await runTask(test, 'readingTask.pack(3)');
      return siteId;
    },
    /** On a busy machine changes may still be processed when a request gives up. */
    async lock(entityId: number) {
      const request = () => send('POST', '/data/audit/lock?lang=en', { entityId, month, reason: 'reported' });
      let answer = await request();
      for (let tries = 0; tries < 10 && answer.msg.includes('still being processed'); tries++)
        answer = await request();
      return answer;
    },
    unlock: (lockId: number | undefined) =>
      send('POST', '/data/audit/lock/unlock', { lockId, reason: 'one packet is missing' }),
    async listKept(lockId: number | undefined) {
      const { rows } = await send('GET', `/data/audit/packet/list?lockId=${lockId}&pageSize=100`);
      return rows ?? [];
    },
    async close() {
      await gateway.close();
      await test.close();
    },
  };
}

export async function entityOf({ app }: TestApp, siteId: number): Promise<number> {
  const { rows } = await app.pool.query('select entity_id from site where site_id = $1', [siteId]);
  return rows[0].entity_id;
}

interface Month {
  month: string;
  since: number;
  until: number;
}

/** What can be read of a month: readings, however they are stored, hours, days and flags. */
export async function readMonth(
  { app }: TestApp,
  siteId: number,
  { month: name, ...bounds }: Month = { month, since, until },
) {
  const client = await app.pool.connect();
  try {
    const { byKey } = await readStoredReadings(client, siteId, [bounds.since, bounds.until], 'all');
    const readings = [...byKey.values()]
      .map(({ hour: _, ...reading }) => reading)
      .toSorted((a, b) => a.ts - b.ts || a.kind - b.kind);
    const { rows: hours } = await client.query(
      'select to_jsonb(h) as row from reading_hour h where site_id = $1 and ts >= $2 and ts < $3 order by ts',
      [siteId, new Date(bounds.since), new Date(bounds.until)],
    );
    const { rows: days } = await client.query(
      `select to_jsonb(d) as row from reading_day d where site_id = $1 and day >= $2 and day <= $3 order by day`,
      [siteId, ...datesOf(name)],
    );
    const { rows: flags } = await client.query(
      `select to_jsonb(f) as row from quality_flag f where site_id = $1 and ts >= $2 and ts < $3
       order by ts, slot, rule_id`,
      [siteId, new Date(bounds.since), new Date(bounds.until)],
    );
    const toRows = (found: { row: Record<string, unknown> }[]) => found.map(({ row }) => row);
    return { readings, hours: toRows(hours), days: toRows(days), flags: toRows(flags) };
  } finally {
    client.release();
  }
}

export async function hashMonth(test: TestApp, siteId: number, of?: Month): Promise<string> {
  return createHash('sha256')
    .update(JSON.stringify(await readMonth(test, siteId, of), sortKeys))
    .digest('hex');
}

/** The bytes of the packed days (UTC) that are wholly in the month: the first and the last one belong to two months. */
export async function hashBlocks({ app }: TestApp, siteId: number): Promise<string> {
  const { rows } = await app.pool.query(
    `select day::text, slot, encode(spine, 'hex') as spine, encode(data, 'hex') as data, encode(low, 'hex') as low,
       encode(high, 'hex') as high
     from reading_block left join reading_block_value using (site_id, day)
     where site_id = $1 and day between $2 and $3 order by day, slot`,
    [siteId, `${month}-01`, `${month}-30`],
  );
  return createHash('sha256').update(JSON.stringify(rows)).digest('hex');
}

/** Packing changes the order of an object's keys and nothing else. */
function sortKeys(_: string, value: unknown): unknown {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => a.localeCompare(b)))
    : value;
}
