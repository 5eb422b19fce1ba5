import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import pino from 'pino';
import { readConfig } from '../../server/src/config.ts';
import { siteChanged } from '../../server/src/features/reading/site-changed.ts';
import { type Clock, systemClock } from '../../server/src/platform/clock.ts';
import { startEmbedded } from '../../server/src/platform/embedded/embedded.ts';
import { openApp, type RunningApp } from '../../server/src/roles/app.ts';
import { prepareDatabase } from '../../server/src/roles/prepare.ts';

export const benchSites = Number(process.env['BENCH_SITES'] ?? 10_000);
export const benchChannels = 16;

/** Runs a measurement on an application with a database and sites of its own. */
export async function withBenchApp<V>(
  measure: (running: RunningApp, connection: pg.ClientConfig) => Promise<V>,
  { clock = systemClock, sites = benchSites }: { clock?: Clock; sites?: number } = {},
): Promise<V> {
  const dataDir = mkdtempSync(join(tmpdir(), 'limpid-bench-'));
  const embedded = await startEmbedded({ dataDir });
  await prepareDatabase(embedded.connection, { adminPassword: 'Correct-horse-1', demo: false }, () => {});
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'error' });
  const log = pino({ level: 'error' });
  const running = await openApp({ config, connection: embedded.connection, log, clock });
  try {
    await fillGatewaySites(running.app.pool, sites);
    await running.app.bus.publish(siteChanged);
    while (!running.services.ingest.directory.findByMn(`BENCH${sites - 1}`)) await wait(50);
    return await measure(running, embedded.connection);
  } finally {
    await running.close();
    await embedded.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

export async function fillGatewaySites(pool: pg.Pool, sites = benchSites): Promise<void> {
  await pool.query(
    `insert into site_entity (entity_id, entity_code, entity_name, dept_id) values (1, 'B', 'B', 100)`,
  );
  await pool.query(
    `insert into basic_device_type (device_type_id, type_code, type_name) values (90, 'BENCH', 'BENCH')`,
  );
  await pool.query(
    `insert into basic_device_type_channel (device_type_id, channel_id)
     select 90, channel_id from basic_channel order by slot limit ${benchChannels}`,
  );
  await pool.query(
    `insert into site (site_id, site_code, site_name, entity_id, mn, device_type_id)
     select n + 1, 'BENCH' || n, 'BENCH' || n, 1, 'BENCH' || n, 90 from generate_series(0, $1 - 1) n`,
    [sites],
  );
}
