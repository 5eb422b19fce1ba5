import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { type AddressInfo } from 'node:net';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import type pg from 'pg';
import pino from 'pino';
import { HOUR_MS } from '../../contract/src/durations.ts';
import { readConfig } from '../../server/src/config.ts';
import { packetKind, type Reading } from '../../server/src/features/reading/reading.ts';
import { openSession } from '../../server/src/platform/auth/sessions.store.ts';
import { systemClock } from '../../server/src/platform/clock.ts';
import { startEmbedded } from '../../server/src/platform/embedded/embedded.ts';
import { openApp, type RunningApp } from '../../server/src/roles/app.ts';
import { prepareDatabase } from '../../server/src/roles/prepare.ts';

const measured = 12;
const agent = new Agent({ keepAlive: true });

interface Spread {
  p50: number;
  p95: number;
  p99: number;
}

export interface MapFigures {
  sites: number;
  /** Repeated requests while stations report: most are served from the cached response. */
  asked: Spread;
  /** The first requests after a change; and the processor time of one, in the server and in the client. */
  first: Spread;
  firstProcessor: number;
  /** Requests with the current ETag, answered by 304. */
  unchanged: Spread;
  /** The rows of the same response by plain SQL. */
  bare: Spread;
  kilobytes: { gzip: number; plain: number };
  /** The first response after the start, which reads all sites. */
  firstEver: number;
  load: number;
}

/** Measures `/map/sites` over HTTP with this many sites that report in turn. */
export async function measureMap(sites: number): Promise<MapFigures> {
  const dataDir = mkdtempSync(join(tmpdir(), 'limpid-bench-'));
  const embedded = await startEmbedded({ dataDir });
  try {
    await prepareDatabase(embedded.connection, { adminPassword: 'Correct-horse-1', demo: false }, () => {});
    const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'error' });
    const open = () =>
      openApp({ config, connection: embedded.connection, log: pino({ level: 'error' }), limited: false });
    const filler = await open();
    await fillSites(filler.app.pool, sites).finally(() => filler.close());
    const running = await open();
    return await compare(running, sites).finally(() => running.close());
  } finally {
    await embedded.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Sites of fifty entities with unrelated names, coordinates and values, and a day of hours. */
export async function fillSites(pool: pg.Pool, sites: number): Promise<void> {
  await pool.query(
    `insert into site_entity (entity_id, entity_code, entity_name, dept_id)
     select n, 'E' || n, '城建集团第' || n || '分公司', 100 from generate_series(1, 50) n`,
  );
  await pool.query(
    `insert into site (site_id, site_code, site_name, entity_id, mn, device_type_id, longitude, latitude)
     select n, 'B' || n,
       (array['朝阳','海淀','滨江','徐汇','天河','高新','新城','东湖','南山'])[1 + floor(random() * 9)::int] ||
       (array['工地','学校','监测站','路口','园区','小区','码头'])[1 + floor(random() * 7)::int] || n || '号',
       1 + floor(random() * 50)::int, '3401' || lpad((n::bigint * 829348951 % 10000000000)::text, 10, '0'), 1, 105 + random() * 15, 25 + random() * 15
     from generate_series(1, $1::int) n`,
    [sites],
  );
  const newest = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - HOUR_MS;
  for (const month of new Set(
    [newest - 23 * HOUR_MS, newest].map((at) => new Date(at).toISOString().slice(0, 7)),
  )) {
    await pool.query(
      `create table bench_hour_${month.replace('-', '')} partition of reading_hour
       for values from ('${month}-01 00:00:00+00') to ('${nextMonth(month)}-01 00:00:00+00')`,
    );
  }
  const slots = [1, 2, 3, 4, 5, 6];
  for (let back = 0; back < 24; back++) {
    await pool.query(
      `insert into reading_hour (site_id, ts, aqi, main, whole, ${slots.map((n) => `a${n}, c${n}`).join(', ')})
       select n, to_timestamp($2::float8 / 1000), 30 + random() * 120, 'PM2.5', true,
         ${slots.map((n) => `${n === 5 ? 0.3 : 10} + random() * ${n === 5 ? 2 : 80}, 3600`).join(', ')}
       from generate_series(1, $1::int) n`,
      [sites, newest - back * HOUR_MS],
    );
  }
  await pool.query('analyze');
}

function nextMonth(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 7);
}

async function compare(running: RunningApp, sites: number): Promise<MapFigures> {
  const { app } = running;
  await app.http.listen({ port: 0, host: '127.0.0.1' });
  // A server that listens on a port has an AddressInfo.
  const { port } = app.http.server.address() as AddressInfo;
  const token = await openSession(app.db, systemClock, 1, { address: '127.0.0.1', browser: '', os: '' });
  const ask = (tag?: string) => askMap(port, token, tag);
  const firstEver = (await timed(() => ask())).ms;
  await reportSites(running, sites, 1, sites);
  await wait(2500);
  const { bytes } = await ask();
  const kilobytes = { gzip: bytes.length / 1000, plain: gunzipSync(bytes).length / 1000 };
  // The first request includes just-in-time compilation, so it is not counted.
  for (let n = 0; n < 5; n++) await changeAndAsk(running, ask, sites);
  const first = await spread(20, async () => (await changeAndAsk(running, ask, sites)).ms);
  const { processor: firstProcessor } = await changeAndAsk(running, ask, sites);
  const unchanged = await measureUnchanged(ask);
  const reporting = setInterval(
    () => void reportSites(running, sites, 1 + Math.random() * sites, sites / 60),
    1000,
  );
  const asked = await spread(500, async () => (await timed(() => ask())).ms);
  clearInterval(reporting);
  const bare = await spread(20, async () => (await timed(() => readBaseline(app.pool))).ms);
  return {
    sites,
    asked,
    first,
    firstProcessor,
    unchanged,
    bare,
    kilobytes,
    firstEver,
    load: loadavg()[0] ?? 0,
  };
}

type Ask = (tag?: string) => Promise<{ status: number; tag: string; bytes: Buffer }>;

/** Waits until the change is visible, and measures the request that saw it: that request rebuilt the response. */
async function changeAndAsk(
  running: RunningApp,
  ask: Ask,
  sites: number,
): Promise<{ ms: number; processor: number }> {
  const { tag } = await ask();
  await reportSites(running, sites, 1 + Math.random() * sites, sites / 60);
  await wait(1100);
  const before = process.cpuUsage();
  const { ms, value } = await timed(() => ask());
  const { user, system } = process.cpuUsage(before);
  const processor = (user + system) / 1000;
  return value.tag === tag ? changeAndAsk(running, ask, sites) : { ms, processor };
}

/** Requests that find no change; a station may become offline meanwhile, which is a change. */
async function measureUnchanged(ask: Ask): Promise<Spread> {
  await wait(1500);
  let { tag } = await ask();
  const once = async (): Promise<number> => {
    const { ms, value } = await timed(() => ask(tag));
    tag = value.tag;
    return value.status === 304 ? ms : once();
  };
  return spread(200, once);
}

/** Stores one minute's report of some sites; resolves after the commit. */
export async function reportSites(
  { services: { ingest } }: Pick<RunningApp, 'services'>,
  sites: number,
  from: number,
  count: number,
): Promise<void> {
  const ts = Math.floor(Date.now() / 1000) * 1000;
  const slots = Array.from({ length: measured }, (_, n) => n + 1);
  const stored = Array.from({ length: Math.ceil(count) }, (_, n) => {
    const siteId = ((Math.floor(from) + n - 1) % sites) + 1;
    const values = slots.map((slot) => Math.fround(slot === 5 ? Math.random() * 3 : 5 + Math.random() * 120));
    const siteTs = ts - (siteId % 60) * 1000;
    const place = {
      siteId,
      kind: packetKind.realtime,
      ts: count < sites ? ts : siteTs,
      hour: ts - (ts % HOUR_MS),
    };
    const reading: Reading = { ...place, rank: ts * 2, slots, values, marks: [] };
    return new Promise<void>((done) => ingest.pipeline.push(reading, () => done()));
  });
  await Promise.all(stored);
}

/** The contents of the response, row by row as the database has them. */
function readBaseline(pool: pg.Pool): Promise<unknown> {
  return pool.query(
    `select site_id, site_name, entity_id, longitude, latitude, report_interval, simulated, last_seen,
       newest.ts, s1, s2, s3, s4, s5, s6, hour.aqi, hour.main, hour.whole
     from site left join site_contact using (site_id)
     left join lateral (select * from reading where reading.site_id = site.site_id
       and kind in (${packetKind.realtime}, ${packetKind.minute})
       and reading.ts > now() - interval '2 days' order by reading.ts desc limit 1) as newest using (site_id)
     left join lateral (select * from reading_hour where reading_hour.site_id = site.site_id
       and reading_hour.ts > now() - interval '4 hours' order by reading_hour.ts desc limit 1) as hour using (site_id)`,
  );
}

async function timed<V>(call: () => Promise<V>): Promise<{ ms: number; value: V }> {
  const start = performance.now();
  const value = await call();
  return { ms: performance.now() - start, value };
}

async function spread(count: number, once: () => Promise<number>): Promise<Spread> {
  const times: number[] = [];
  for (let n = 0; n < count; n++) times.push(await once());
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(count - 1, Math.floor(count * share))] ?? 0;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

function askMap(port: number, token: string, tag?: string): ReturnType<Ask> {
  return new Promise((done, failed) => {
    const headers = {
      authorization: `Bearer ${token}`,
      'accept-encoding': 'gzip',
      ...(tag && { 'if-none-match': tag }),
    };
    const sent = request({ port, host: '127.0.0.1', path: '/prod-api/map/sites', agent, headers });
    sent.on('response', (response: IncomingMessage) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () =>
        done({
          status: response.statusCode ?? 0,
          tag: response.headers.etag ?? '',
          bytes: Buffer.concat(parts),
        }),
      );
    });
    sent.on('error', failed);
    sent.end();
  });
}
