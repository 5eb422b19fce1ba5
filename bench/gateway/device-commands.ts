import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { deviceCommand } from '@limpid/hj212/commands';
import type pg from 'pg';
import pino from 'pino';
import { readConfig } from '../../server/src/config.ts';
import { openSession } from '../../server/src/platform/auth/sessions.store.ts';
import { systemClock } from '../../server/src/platform/clock.ts';
import { openPool } from '../../server/src/platform/db/pool.ts';
import { startEmbedded } from '../../server/src/platform/embedded/embedded.ts';
import { openApp } from '../../server/src/roles/app.ts';
import { prepareDatabase } from '../../server/src/roles/prepare.ts';
import { waitUntil } from '../../server/src/testing/wait-until.ts';
import { benchOrigin, requestJson, startServerProcess } from '../http/requests.ts';
import { fillGatewaySites } from '../shared/app.ts';
import { type AnsweringStations, startAnsweringStations } from './answering-stations.ts';

const devices = Number(process.env['BENCH_DEVICES'] ?? 1000);
const framesPerSecond = Number(process.env['BENCH_RATE'] ?? 2000);
const rounds = 5;
/** The most sites of one order. */
const perOrder = 500;
const settleMs = 3000;
const patienceMs = 300_000;
const gatewayPort = Number(new URL(benchOrigin).port) + 6;
const measured = 12;

interface Installation {
  token: string;
  codes: string[];
  commandId: number;
  siteIds: number[];
}

/**
 * Reads a parameter of 1,000 devices while they report 2,000 frames a second, and while they report nothing, in turn:
 * seconds from the order to the last result. Throws if a result, an acknowledgement or a reading is missing.
 */
export async function measureDeviceCommands(print: (line: string) => void): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'limpid-commands-'));
  const { connection, ...database } = await startEmbedded({ dataDir });
  try {
    await prepareDatabase(connection, { adminPassword: 'Correct-horse-1', demo: false }, () => {});
    const installation = await fillInstallation(dataDir, connection);
    const settings = { BENCH_ROLES: 'all', GATEWAY_PORT: String(gatewayPort) };
    const server = await startServerProcess(dataDir, connection, settings);
    const pool = openPool({ ...connection, max: 2 });
    try {
      for (const line of await compare(pool, installation)) print(line);
    } finally {
      await pool.end();
      await server.stop();
    }
  } finally {
    await database.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const nameOf = (station: number) => `BENCH${station}`;

async function fillInstallation(dataDir: string, connection: object): Promise<Installation> {
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'error' });
  const { app, services, close } = await openApp({ config, connection, log: pino({ level: 'error' }) });
  try {
    await fillGatewaySites(app.pool);
    const { rows } = await app.pool.query<{ siteId: number; mn: string }>(
      'select site_id as "siteId", mn from site where mn = any($1) order by 1',
      [Array.from({ length: devices }, (_, n) => nameOf(n))],
    );
    const { rows: commands } = await app.pool.query<{ id: number }>(
      'select command_id as id from basic_command where command_code = $1',
      [String(deviceCommand.readRealtimeInterval)],
    );
    const client = { address: '127.0.0.1', browser: '', os: '' };
    return {
      token: await openSession(app.db, systemClock, 1, client),
      codes: services.ingest.directory
        .channels()
        .slice(0, measured)
        .map(({ gbCode }) => gbCode),
      commandId: commands[0]?.id ?? 0,
      siteIds: rows.map(({ siteId }) => siteId),
    };
  } finally {
    await close();
  }
}

async function compare(pool: pg.Pool, installation: Installation): Promise<string[]> {
  const mns = Array.from({ length: devices }, (_, n) => nameOf(n));
  const stations = await startAnsweringStations(gatewayPort, mns, installation.codes);
  try {
    await waitUntil(
      async () => (await count(pool, 'select count(*)::int as n from gateway_connection')) === devices,
      'every connection is known',
      patienceMs,
    );
    const times = { reporting: [] as number[], silent: [] as number[] };
    const rates: number[] = [];
    // The first round fills caches.
    for (let round = 0; round <= rounds; round++) {
      for (const kind of ['silent', 'reporting'] as const) {
        stations.setRate(kind === 'reporting' ? framesPerSecond : 0);
        await wait(settleMs);
        const [before, start] = [stations.acknowledged(), performance.now()];
        const seconds = await readAll(pool, installation);
        if (round === 0) continue;
        times[kind].push(seconds);
        if (kind === 'reporting')
          rates.push(((stations.acknowledged() - before) * 1000) / (performance.now() - start));
      }
    }
    stations.setRate(0);
    await checkReadings(pool, stations, installation.siteIds);
    return describe({ ...times, rates }, stations);
  } finally {
    await stations.stop();
  }
}

/** Orders one read for every device; returns the seconds until the last result is stored. */
async function readAll(pool: pg.Pool, { token, commandId, siteIds }: Installation): Promise<number> {
  const start = performance.now();
  const orders = Array.from({ length: Math.ceil(siteIds.length / perOrder) }, (_, n) =>
    siteIds.slice(n * perOrder, (n + 1) * perOrder),
  );
  await Promise.all(
    orders.map((some) => requestJson('POST', '/device/equipment/read', token, { commandId, siteIds: some })),
  );
  await waitUntil(
    async () => (await count(pool, 'select count(*)::int as n from device_log where ended_at is null')) === 0,
    'every result',
    patienceMs,
  );
  const seconds = (performance.now() - start) / 1000;
  const { rows } = await pool.query<{ state: string; packets: number; n: number }>(
    `select state, packets, count(*)::int as n from (
       select state, packets from device_log order by log_id desc limit ${siteIds.length}
     ) as last group by state, packets order by n desc`,
  );
  const [most] = rows;
  if (most?.state !== 'done' || most.packets !== 1 || most.n !== siteIds.length)
    throw new Error(
      `not every device was read: ${rows.map(({ state, packets, n }) => `${n} ${state} with ${packets} values`).join(', ')}`,
    );
  return seconds;
}

/** Everything that was sent is acknowledged and stored. */
async function checkReadings(
  pool: pg.Pool,
  stations: AnsweringStations,
  siteIds: readonly number[],
): Promise<void> {
  await waitUntil(() => stations.acknowledged() === stations.frames(), 'every acknowledgement', patienceMs);
  const stored = await count(
    pool,
    `select count(*)::int as n from reading where site_id between ${siteIds[0]} and ${siteIds.at(-1)}`,
  );
  if (stored !== stations.frames()) throw new Error(`${stations.frames()} frames sent, ${stored} stored`);
}

async function count(pool: pg.Pool, statement: string): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(statement);
  return rows[0]?.n ?? 0;
}

function describe(
  { reporting, silent, rates }: { reporting: number[]; silent: number[]; rates: number[] },
  stations: AnsweringStations,
): string[] {
  const middle = (times: number[]) => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;
  const spread = (times: number[]) => `${Math.min(...times).toFixed(2)} – ${Math.max(...times).toFixed(2)}`;
  const frames = stations.frames().toLocaleString('en');
  return [
    `one read of ${devices} devices     ${middle(reporting).toFixed(2)} s (${spread(reporting)}) to the last result at ${framesPerSecond} frames/s sent, ${middle(rates).toFixed(0)} acknowledged meanwhile   (without frames ${middle(silent).toFixed(2)} s, ${spread(silent)}; load ${(loadavg()[0] ?? 0).toFixed(1)})`,
    `  nothing lost               ${frames} frames acknowledged and stored, ${(devices * 2 * (rounds + 1)).toLocaleString('en')} commands done`,
  ];
}

if (import.meta.main) await measureDeviceCommands(console.log);
