import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { openPool } from '../platform/db/pool.ts';
import { startEmbedded } from '../platform/embedded/embedded.ts';
import { prepareDatabase } from '../roles/prepare.ts';
import { adminPassword, formatUrl } from './connection.ts';
import { findPort, type RunningProcess, startProcess } from './process.ts';
import { type DatabaseProxy, openProxy } from './proxy.ts';
import { ReportingStation, type ReportingStations } from './reporting-stations.ts';

/** A separate server and PostgreSQL that a test can kill. */
export interface GatewayHarness {
  port: number;
  mns: readonly string[];
  /** The proxy between the server and its database. */
  proxy: DatabaseProxy;
  /** A direct connection for assertions. */
  pool: pg.Pool;
  /** As with `kill -9`; the server restarts at once, and the supervisor restarts PostgreSQL. */
  killServer(): Promise<void>;
  killDatabase(): Promise<void>;
  /** Restarts the server with a direct connection to the database. */
  bypassProxy(): Promise<void>;
  /** Memory of the server in megabytes, current and maximum. */
  memory(): { now: number; most: number };
  close(): Promise<void>;
}

export async function openGatewayHarness(sites: number): Promise<GatewayHarness> {
  const folder = mkdtempSync(join(tmpdir(), 'limpid-ground-'));
  const clear = () => rmSync(folder, { recursive: true, force: true });
  const database = await startEmbedded({ dataDir: join(folder, 'database') });
  // Registered after the database's own exit handler, so that the folder is removed last, also on an early exit.
  process.once('exit', clear);
  await prepareDatabase(database.connection, { adminPassword, demo: false }, () => {});
  const proxy = await openProxy(database.connection);
  const pool = openPool({ ...database.connection, max: 2 });
  const mns = await addSites(pool, sites);
  const port = await findPort();
  let url = formatUrl(proxy.connection);
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
      // Waits until it is back, so that the next step finds a database to kill.
      for (let isBack = false; !isBack; await wait(20)) {
        isBack = await pool.query('select 1').then(
          () => true,
          () => false,
        );
      }
    },
    async bypassProxy() {
      url = formatUrl(database.connection);
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

/** The postmaster and all of its processes, killed before any can react. */
function killAll(postmaster: number): void {
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').split(' ');
  for (const pid of [postmaster, ...children.filter(Boolean).map(Number)]) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // The process has ended since it was listed.
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
  /** Acknowledged but not stored. */
  lost: number;
  /** Stored twice, with another value, without having been sent, or with an entry in the log of replaced values. */
  strange: number;
}

/** Compares the acknowledgements that stations received with the stored values. */
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
