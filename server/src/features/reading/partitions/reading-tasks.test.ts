import { DAY_MS } from '@limpid/contract/durations';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { translate } from '../../../platform/texts.ts';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { runTask } from '../../../testing/run-task.ts';
import { addSite } from '../../../testing/stations.ts';
import { removeReports } from '../../ingest/reports/station-report.store.ts';
import { packetKind } from '../reading.ts';
import { addPartition, type PartitionedTable } from './partitions.store.ts';

let t: TestApp;

beforeAll(async () => {
  t = await openTestApp();
});
afterAll(() => t.close());

beforeEach(async () => {
  for (const name of (await listParts()).values()) await t.app.pool.query(`drop table ${name}`);
});

async function listParts(table?: PartitionedTable): Promise<string[]> {
  const { rows } = await t.app.pool.query(
    `select inhrelid::regclass::text as name from pg_inherits
     where inhparent = any(array['reading', 'reading_hour', 'reading_day']::regclass[])
       and ($1::text is null or inhparent = to_regclass($1)) order by 1`,
    [table ?? null],
  );
  return rows.map(({ name }) => name);
}

async function keep(key: string, value: string): Promise<void> {
  await t.app.pool.query('update sys_config set config_value = $2 where config_key = $1', [key, value]);
  await t.app.parameters.clear();
}

const nameOf = (moment: number) =>
  `reading_${new Date(moment).toISOString().slice(0, 10).replaceAll('-', '')}`;

it('creates partitions for a week, the next month and the next year, once', async () => {
  expect(await runTask(t, 'readingTask.partitions')).toEqual({
    key: 'ingest.tasks.made',
    params: { count: 12 },
  });
  const days = Array.from({ length: 8 }, (_, index) => nameOf(t.clock.now().getTime() + index * DAY_MS));
  expect(await listParts('reading')).toEqual(days);
  expect(await listParts('reading_hour')).toHaveLength(2);
  expect(await listParts('reading_day')).toHaveLength(2);
  expect(await runTask(t, 'readingTask.partitions')).toMatchObject({ params: { count: 0 } });
});

it('drops partitions older than the parameters allow, and no others', async () => {
  const now = t.clock.now().getTime();
  for (const back of [0, 1, 29, 30, 31, 40]) await addPartition(t.app.pool, 'reading', now - back * DAY_MS);
  await addPartition(t.app.pool, 'reading_hour', now - 4 * 366 * DAY_MS);
  await addPartition(t.app.pool, 'reading_hour', now);
  await addPartition(t.app.pool, 'reading_day', now - 25 * 366 * DAY_MS);
  await keep('data.readingDays', '30');
  const outcome = await runTask(t, 'readingTask.retention');
  expect(outcome).toEqual({ key: 'ingest.tasks.dropped', params: { dropped: 4, busy: 0 } });
  expect(translate('en', outcome?.key ?? '', outcome?.params)).toContain('4 partitions removed');
  const kept = [30, 29, 1, 0].map((back) => nameOf(now - back * DAY_MS));
  expect(await listParts('reading')).toEqual(kept);
  expect(await listParts('reading_day')).toEqual([]);
  expect(await runTask(t, 'readingTask.retention')).toMatchObject({ params: { dropped: 0 } });
});

it('keeps a month of readings if the parameter is less, as it could be before there was a minimum', async () => {
  const now = t.clock.now().getTime();
  for (const back of [29, 30, 31]) await addPartition(t.app.pool, 'reading', now - back * DAY_MS);
  await keep('data.readingDays', '1');
  expect(await runTask(t, 'readingTask.retention')).toMatchObject({ params: { dropped: 1 } });
  await keep('data.readingDays', '30');
  expect(await listParts('reading')).toEqual([30, 29].map((back) => nameOf(now - back * DAY_MS)));
});

it.each(['0', '-3', 'soon', '', '1.5', '365 days', '1e1', '999999'])(
  'drops nothing of a table whose parameter is “%s”, and reports it',
  async (value) => {
    const now = t.clock.now().getTime();
    await addPartition(t.app.pool, 'reading', now - 400 * DAY_MS);
    await addPartition(t.app.pool, 'reading_day', now - 25 * 366 * DAY_MS);
    await keep('data.readingDays', value);
    const outcome = await runTask(t, 'readingTask.retention');
    await keep('data.readingDays', '30');
    expect(outcome).toEqual({
      key: 'ingest.tasks.unclear',
      params: { dropped: 1, busy: 0, names: 'data.readingDays' },
    });
    expect(await listParts('reading')).toHaveLength(1);
  },
);

it('leaves partitions with readers for the next run, and does not block writers', async () => {
  const now = t.clock.now().getTime();
  for (const back of [40, 41]) await addPartition(t.app.pool, 'reading', now - back * DAY_MS);
  const reader = await t.app.pool.connect();
  await reader.query(`begin; select from ${nameOf(now - 40 * DAY_MS)}`);
  const outcome = await runTask(t, 'readingTask.retention');
  await reader.query('commit');
  reader.release();
  expect(outcome).toMatchObject({ params: { dropped: 1, busy: 1 } });
  expect(await runTask(t, 'readingTask.retention')).toMatchObject({ params: { dropped: 1, busy: 0 } });
});

it('stores each reading of stations that report while it runs', async () => {
  await addSite(t, { mn: 'TASKS' });
  const device = t.ingest.directory.findByMn('TASKS');
  if (!device) throw new Error('device not registered');
  const now = t.clock.now().getTime();
  const send = (ts: number) =>
    new Promise<boolean>((done) => {
      const factors = () => [{ code: 'a34004', value: 1 }];
      const report = { kind: packetKind.realtime, ts, moment: '', rank: 0, numeric: false, factors } as const;
      t.ingest.storeReading(report, device, () => undefined, done);
    });
  for (let back = 31; back < 39; back++) await addPartition(t.app.pool, 'reading', now - back * DAY_MS);
  let isOver = false;
  const dropping = runTask(t, 'readingTask.retention').then((outcome) => {
    isOver = true;
    return outcome;
  });
  const stored: boolean[] = [];
  for (let index = 0; !isOver || index < 20; index++)
    stored.push(await send(now - (index % 5) * DAY_MS - index));
  expect(stored.every(Boolean)).toBe(true);
  expect(await dropping).toMatchObject({ params: { dropped: 8, busy: 0 } });
});

it('removes old station reports, and all but the newest of each site', async () => {
  const siteId = await addSite(t, { mn: 'REPORTS' });
  const add = (count: number, age: string) =>
    t.app.pool.query(
      `insert into station_report (site_id, ts, received_at, kind, content, raw, digest)
       select $1, limpid_now() - n * interval '1 minute', limpid_now() - $3::text::interval, '3020', '{}', 'x', sha256(($3::text || n)::bytea)
       from generate_series(1, $2) n`,
      [siteId, count, age],
    );
  const count = async () =>
    (await t.app.pool.query('select from station_report where site_id = $1', [siteId])).rowCount;
  await add(3, '1 day');
  await add(2, '400 days');
  await runTask(t, 'readingTask.retention');
  expect(await count()).toBe(3);
  expect(await removeReports(t.app.pool, new Date(0), 2)).toBe(1);
  expect(await count()).toBe(2);
});
