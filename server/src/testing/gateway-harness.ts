import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { openPool } from '../platform/db/pool.ts';
import { startEmbedded } from '../platform/embedded/embedded.ts';
import { prepareDatabase } from '../roles/prepare.ts';
import { adminPassword, urlOf } from './connection.ts';
import { findPort, type RunningProcess, startProcess } from './process.ts';
import { type DatabaseProxy, openProxy } from './proxy.ts';
import { ReportingStation, type ReportingStations } from './reporting-stations.ts';

/** A server and a PostgreSQL of their own, to be killed. */
export interface GatewayHarness {
  port: number;
  mns: readonly string[];
  /** The way from the server to its database. */
  proxy: DatabaseProxy;
  /** Another way, for those who look. */
  pool: pg.Pool;
  /** As with `kill -9`; the server is started again at once, PostgreSQL by whoever watches over it. */
  killServer(): Promise<void>;
  killDatabase(): Promise<void>;
  /** Starts the server anew with the database as near as it can be. */
  bypassProxy(): Promise<void>;
  /** Megabytes that the server takes, now and at most. */
  memory(): { now: number; most: number };
  close(): Promise<void>;
}

export async function openGatewayHarness(sites: number): Promise<GatewayHarness> {
  const folder = mkdtempSync(join(tmpdir(), 'limpid-ground-'));
  const clear = () => rmSync(folder, { recursive: true, force: true });
  const database = await startEmbedded({ dataDir: join(folder, 'database') });
  // After what the database does then: it may be told to stop before everything is done.
  process.once('exit', clear);
  await prepareDatabase(database.connection, { adminPassword, demo: false }, () => {});
  const proxy = await openProxy(database.connection);
  const pool = openPool({ ...database.connection, max: 2 });
  const mns = await addSites(pool, sites);
  const port = await findPort();
  let url = urlOf(proxy.connection);
  let server = await startServer();

  async function startServer(): Promise<RunningProcess> {
    const running = startProcess({
      DATABASE_URL: url,
      DATA_DIR: folder,
      GATEWAY_PORT: String(port),
      ROLES: 'gateway',
    });
    await running.waitForOutput('Stations report');
    return running;
  }

  async function killServer(): Promise<void> {
    server.child.kill('SIGKILL');
    await server.ended;
    server = await startServer();
  }

  return {
    port,
    mns,
    proxy,
    pool,
    killServer,
    async killDatabase() {
      killAll(readNumber(join(folder, 'database', 'postgres', 'postmaster.pid')));
      // Not before it is back: what comes next should find a database to be killed.
      for (let isBack = false; !isBack; await wait(20)) {
        isBack = await pool.query('select 1').then(
          () => true,
          () => false,
        );
      }
    },
    async bypassProxy() {
      url = urlOf(database.connection);
      await killServer();
    },
    memory() {
      const status = readFileSync(`/proc/${server.child.pid}/status`, 'utf8');
      const read = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024;
      return { now: read('VmRSS'), most: read('VmHWM') };
    },
    async close() {
      server.child.kill('SIGTERM');
      await server.ended;
      await pool.end();
      await proxy.cut();
      await database.stop();
      process.off('exit', clear);
      clear();
    },
  };
}

function readNumber(file: string): number {
  return Number.parseInt(readFileSync(file, 'utf8'), 10);
}

/** The postmaster and every process of it, before any can notice. */
function killAll(postmaster: number): void {
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').split(' ');
  for (const pid of [postmaster, ...children.filter(Boolean).map(Number)]) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended by itself since it was listed.
    }
  }
}

async function addSites(pool: pg.Pool, count: number): Promise<string[]> {
  const mns = Array.from({ length: count }, (_, index) => `FLEET${String(index).padStart(5, '0')}`);
  await pool.query(
    `with entity as (
       insert into site_entity (entity_code, entity_name, dept_id) values ('fleet', 'fleet', 100) returning entity_id
     )
     insert into site (site_code, site_name, entity_id, mn, device_type_id)
     select mn, mn, entity_id, mn, 1 from entity, unnest($1::text[]) mn`,
    [mns],
  );
  return mns;
}

interface StoredComparison {
  acked: number;
  stored: number;
  /** Acknowledged and not there. */
  lost: number;
  /** There twice, or with another value, or never sent, or with a trace in the log of replaced values. */
  strange: number;
}

/** Compares what a fleet was told with what is stored. */
export async function compareWithDatabase(
  pool: pg.Pool,
  fleet: ReportingStations,
  base: number,
): Promise<StoredComparison> {
  const account: StoredComparison = { acked: 0, stored: 0, lost: 0, strange: 0 };
  for (const station of fleet.stations) {
    const { rows } = await pool.query<{ number: number; value: number | null }>(
      `select extract(epoch from ts)::float8 - $2 as number, s1 as value from reading
       where site_id = (select site_id from site where mn = $1)`,
      [station.mn, base / 1000],
    );
    const stored = new Set<number>();
    for (const { number, value } of rows) {
      if (stored.has(number) || value !== ReportingStation.valueOf(number) || !(number < station.sent))
        account.strange++;
      stored.add(number);
    }
    for (let number = 0; number < station.sent; number++) {
      if (station.isAcked(number) && !stored.has(number)) account.lost++;
    }
    account.acked += station.acked;
    account.stored += stored.size;
  }
  const { rows } = await pool.query<{ count: number }>('select count(*)::int as count from data_log');
  account.strange += rows[0]?.count ?? 0;
  return account;
}
