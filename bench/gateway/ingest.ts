import type pg from 'pg';
import { HOUR_MS, MINUTE_MS } from '../../contract/src/durations.ts';
import { packetKind, type Reading } from '../../server/src/features/reading/reading.ts';
import { CopyRows, copyIn } from '../../server/src/platform/db/copy-binary.ts';
import type { RunningApp } from '../../server/src/roles/app.ts';
import { benchChannels as channels, benchSites as sites, withBenchApp } from '../shared/app.ts';
import { postgresSeconds, readPostmaster } from '../shared/processor.ts';
import { listValue } from './minute-stations.ts';
import { measureSockets, type SocketFigures } from './sockets.ts';

const minutes = Number(process.env['BENCH_MINUTES'] ?? 60);

export interface IngestFigures {
  sockets: SocketFigures;
  /** How many times faster than real time ingest stores decoded readings. */
  timesRealTime: number;
  valuesPerSecond: number;
  /** The same rows by plain COPY and upsert; and with twelve channels, as stations send them. */
  baselineValuesPerSecond: number;
  baselineFramesPerSecond: number;
  cpuPerMillion: { node: number; postgres: number };
  bytesPerValue: number;
  /** One hour of data of all sites. */
  rollUpSeconds: number;
  baselineRollUpSeconds: number;
}

/** Measures the way from decoded readings to hours, on a separate database with 10,000 sites. */
export function measureIngest(): Promise<IngestFigures> {
  return withBenchApp(async (running) => {
    const sockets = await measureSockets(running, sites);
    return { sockets, ...(await measureDecoded(running)) };
  });
}

/** A minute of some sites. */
export function makeReadings(at: number, hour: number, count = sites): Reading[] {
  return Array.from({ length: count }, (_, site): Reading => {
    const slots = Array.from({ length: channels }, (_, channel) => channel + 1);
    const values = slots.map((slot) => Math.fround(listValue(site, slot, at)));
    return {
      siteId: site + 1,
      kind: packetKind.minute,
      ts: at,
      hour,
      rank: at * 2,
      slots,
      values,
      marks: [],
    };
  });
}

async function measureDecoded({
  app,
  services: { ingest, rollUp },
}: RunningApp): Promise<Omit<IngestFigures, 'sockets'>> {
  const start = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 3 * HOUR_MS;
  const postmaster = readPostmaster(app.config.dataDir);
  const before = { node: process.cpuUsage(), postgres: postgresSeconds(postmaster), at: performance.now() };
  for (let minute = 0; minute < minutes; minute++) {
    const at = start + minute * MINUTE_MS;
    await pushReadings(ingest, makeReadings(at, Math.floor(at / HOUR_MS) * HOUR_MS), minute === minutes - 1);
  }
  const seconds = (performance.now() - before.at) / 1000;
  const node = process.cpuUsage(before.node);
  const values = sites * minutes * channels;
  const million = values / 1e6;
  const postgres = (postgresSeconds(postmaster) - before.postgres) / million;
  const { rows } = await app.pool.query<{ bytes: number; n: number }>(
    `select sum(pg_total_relation_size(inhrelid))::float8 as bytes, (select count(*) from reading)::float8 as n
     from pg_inherits where inhparent = 'reading'::regclass`,
  );
  const rollUpSeconds = await timeRollUp(rollUp);
  return {
    timesRealTime: (minutes * 60) / seconds,
    valuesPerSecond: values / seconds,
    baselineValuesPerSecond: (await measureBaseline(app.pool, start, channels)) * channels,
    baselineFramesPerSecond: await measureBaseline(app.pool, start, 12),
    cpuPerMillion: { node: (node.user + node.system) / 1e6 / million, postgres },
    bytesPerValue: (rows[0]?.bytes ?? 0) / ((rows[0]?.n ?? 1) * channels),
    rollUpSeconds,
    baselineRollUpSeconds: await timeBaselineRollUp(app.pool, start),
  };
}

/** Stores readings at the pace of the pipeline; `drained` waits until the last of them is stored. */
export async function pushReadings(
  ingest: RunningApp['services']['ingest'],
  readings: readonly Reading[],
  drained = true,
): Promise<void> {
  for (const reading of readings) {
    if (ingest.pipeline.full) await new Promise<void>((done) => waitUntilNotFull(ingest, done));
    ingest.pipeline.push(reading, () => undefined);
  }
  while (drained && ingest.pipeline.depth > 0) await new Promise((done) => setTimeout(done, 5));
}

const waiting: (() => void)[] = [];
let listening = false;

function waitUntilNotFull(ingest: RunningApp['services']['ingest'], done: () => void): void {
  waiting.push(done);
  if (listening) return;
  listening = true;
  ingest.pipeline.onFullChange(() => {
    if (!ingest.pipeline.full) for (const one of waiting.splice(0)) one();
  });
}

async function timeRollUp(rollUp: RunningApp['services']['rollUp']): Promise<number> {
  const start = performance.now();
  await rollUp.run();
  const hours = minutes / 60;
  return (performance.now() - start) / 1000 / hours;
}

/** Mean, minimum, maximum and count of every channel in SQL alone, without minutes, wind, validity or index. */
async function timeBaselineRollUp(pool: pg.Pool, start: number): Promise<number> {
  const sum = Array.from({ length: channels }, (_, n) => n + 1).map(
    (n) => `avg(s${n}) + min(s${n}) + max(s${n}) + count(s${n})`,
  );
  const begun = performance.now();
  await pool.query(
    `select sum(every) from (select site_id, ${sum.join(' + ')} as every
     from reading where ts >= $1 and ts < $2 group by site_id) as hour`,
    [new Date(start).toISOString(), new Date(start + HOUR_MS).toISOString()],
  );
  return (performance.now() - begun) / 1000;
}

/** COPY into a staging table and an upsert from it in batches of the same size, and nothing else. */
async function measureBaseline(pool: pg.Pool, start: number, width: number): Promise<number> {
  await pool.query('create table bare (like reading including all)');
  const client = await pool.connect();
  const columns = Array.from({ length: width }, (_, n) => `s${n + 1}`).join(', ');
  await client.query(`create temp table bare_staged (like reading) on commit delete rows`);
  const rounds = 20;
  const batch = 2000;
  const begun = performance.now();
  for (let round = 0; round < rounds; round++) {
    const rows = new CopyRows();
    for (let n = 0; n < batch; n++) {
      rows.startRow(4 + width);
      rows.int4(n);
      rows.timestamp(start + round * MINUTE_MS);
      rows.int2(packetKind.minute);
      rows.int8(1);
      for (let channel = 0; channel < width; channel++) rows.real(n / 10 + channel);
    }
    await client.query('begin');
    await copyIn(
      client,
      `copy bare_staged (site_id, ts, kind, rank, ${columns}) from stdin (format binary)`,
      rows,
    );
    await client.query(
      `insert into bare (site_id, ts, kind, rank, ${columns}) select site_id, ts, kind, rank, ${columns} from bare_staged
       on conflict (site_id, ts, kind) do update set rank = excluded.rank`,
    );
    await client.query('commit');
  }
  const seconds = (performance.now() - begun) / 1000;
  await client.query('drop table bare, bare_staged');
  client.release();
  return (rounds * batch) / seconds;
}
