import { DAY_MS, HOUR_MS } from '@limpid/contract/durations';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import {
  type KillableServer,
  pauseBlockWriters,
  startKillableServer,
} from '../../testing/killable-server.ts';
import { runTask } from '../../testing/run-task.ts';
import { soon } from '../../testing/soon.ts';
import { addSite, storeTestReadings } from '../../testing/stations.ts';
import { wrapFile } from '../../testing/upload.ts';
import { joinReadings, readBlocks, readLoose } from '../reading/blocks/block.store.ts';
import { joinEntries, listEntries } from '../reading/merge.rule.ts';
import { packetKind, type Reading } from '../reading/reading.ts';

let test: TestApp;
let server: KillableServer;
/** The killed server reads the clock of the machine. A midnight during the test changes nothing: no bound is near. */
let today: number;
let packedFrom: number;
let importedFrom: number;
const importedDays = 21;
beforeAll(async () => {
  today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  [packedFrom, importedFrom] = [today - 6 * DAY_MS, today - 60 * DAY_MS];
  test = await openTestApp();
  server = await startKillableServer(test);
});
afterAll(() => test.close());

const count = importedDays * 24;
type Bounds = readonly [number, number];

/** Two days with a reading every hour. */
function makeReadings(siteId: number): Reading[] {
  return Array.from({ length: 48 }, (_, n) => {
    const ts = packedFrom + n * HOUR_MS;
    return {
      siteId,
      kind: packetKind.minute,
      ts,
      hour: ts,
      rank: ts * 2,
      slots: [1, 2],
      values: [n, n / 2],
      marks: [],
    };
  });
}

/** Every hour has two values that belong together. */
const pairOf = (n: number) => [n % 500, (n % 500) + 1];
function makeFile() {
  const lines = Array.from({ length: count }, (_, n) =>
    [new Date(importedFrom + n * HOUR_MS).toISOString(), ...pairOf(n)].join(),
  );
  return wrapFile(Buffer.from(['time,PM2.5,PM10', ...lines].join('\n')), 'file', 'hours.csv');
}

/** The stored readings of a site, and how many of them are packed and loose. */
async function read(siteId: number, bounds: Bounds) {
  const { pool } = test.app;
  const loose = await readLoose(pool, [siteId], bounds);
  const packed = (await readBlocks(pool, [siteId], bounds, 'all')).get(siteId) ?? [];
  const { readings } = joinReadings(packed, loose);
  const rows = readings.map((one) => joinEntries({ ...one, hour: 0 }, listEntries(one)));
  return { rows, packed: packed.length, loose: loose.length };
}

it('loses, splits and duplicates nothing when it is killed during packing and an import', async () => {
  const [packing, importing] = [
    await addSite(test, { mn: 'KILL-PACK' }),
    await addSite(test, { mn: 'KILL-IMPORT' }),
  ];
  const [ofPacking, ofImport]: Bounds[] = [
    [packedFrom, today],
    [importedFrom, importedFrom + importedDays * DAY_MS],
  ] as const;
  if (!ofPacking || !ofImport) throw new Error('bounds are missing');
  await storeTestReadings(test, makeReadings(packing));
  const before = await read(packing, ofPacking);
  const { payload, headers } = makeFile();
  const path = `/data/history/import?siteId=${importing}`;

  const stop = await pauseBlockWriters(test, [packedFrom + DAY_MS, importedFrom + 8 * DAY_MS]);
  const job = await test.app.pool.query(
    `select job_id from sys_job where invoke_target = 'readingTask.pack(3)'`,
  );
  await server.ask(
    'PUT',
    '/monitor/job/run',
    JSON.stringify({ jobId: job.rows[0].job_id, jobGroup: 'SYSTEM' }),
  );
  await server.ask('POST', path, new Uint8Array(payload), headers);
  await stop.reached();
  const killed = server.kill();
  stop.finish();
  await killed;

  expect(await read(packing, ofPacking)).toEqual({ rows: before.rows, packed: 24, loose: 24 });
  const half = await read(importing, ofImport);
  expect(half.packed).toBe(7 * 24);
  const pairs = (rows: Reading[]) => rows.map(({ ts, values }) => [(ts - importedFrom) / HOUR_MS, ...values]);
  expect(pairs(half.rows)).toEqual(Array.from({ length: 7 * 24 }, (_, n) => [n, ...pairOf(n)]));

  await runTask(test, 'readingTask.pack(3)');
  expect(await read(packing, ofPacking)).toEqual({ rows: before.rows, packed: 48, loose: 0 });
  const token = await test.login();
  const { body } = await test.send('POST', path, { token, payload, headers });
  const { id } = body['data'] as { id: string };
  const work = async () => (await test.send('GET', `/common/work/${id}`, { token })).body['data'];
  await soon(work).toMatchObject({
    state: 'done',
    report: { added: count - 7 * 24, same: 7 * 24, failedCount: 0 },
  });
  const whole = await read(importing, ofImport);
  expect(pairs(whole.rows)).toEqual(Array.from({ length: count }, (_, n) => [n, ...pairOf(n)]));
  const dirty = await test.app.pool.query('select count(distinct hour)::int as n from dirty_hour');
  expect(dirty.rows[0].n).toBeGreaterThanOrEqual(count - 7 * 24);
});
