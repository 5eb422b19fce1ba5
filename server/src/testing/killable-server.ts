import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS } from '@limpid/contract/durations';
import type { TestApp } from './app.ts';
import { adminPassword, formatUrl } from './connection.ts';
import { findPort, startProcess } from './process.ts';
import { waitUntil } from './wait-until.ts';

/** A separate server process on the database of a test, which the test can kill. */
export interface KillableServer {
  /** Sends a request as the administrator. */
  ask(
    method: string,
    path: string,
    body?: string | Uint8Array<ArrayBuffer>,
    headers?: Record<string, string>,
  ): Promise<unknown>;
  /** As with `kill -9`; returns when the database has noticed. `whenEnded` runs before that, when the process is gone. */
  kill(whenEnded?: () => Promise<void>): Promise<void>;
}

export async function startKillableServer(
  { app, connection }: TestApp,
  environment: Record<string, string> = {},
): Promise<KillableServer> {
  const port = await findPort();
  const folder = mkdtempSync(join(tmpdir(), 'limpid-doomed-'));
  // The application name distinguishes its connections from others.
  const url = `${formatUrl(connection)}?application_name=doomed`;
  const server = startProcess({
    DATABASE_URL: url,
    DATA_DIR: folder,
    PORT: String(port),
    CAPTCHA_ENABLED: 'off',
    ROLES: 'http,worker',
    ...environment,
  });
  await server.waitForOutput('Limpid is ready');
  const address = `http://127.0.0.1:${port}/prod-api`;
  const json = { 'content-type': 'application/json' };
  const login = await fetch(`${address}/login`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ username: 'admin', password: adminPassword }),
  });
  // The response has the envelope of the family's login.
  const { token } = (await login.json()) as { token: string };
  return {
    async ask(method, path, body, headers = json) {
      const response = await fetch(address + path, {
        method,
        headers: { ...headers, authorization: `Bearer ${token}` },
        ...(body !== undefined && { body }),
      });
      return response.json();
    },
    async kill(whenEnded) {
      server.child.kill('SIGKILL');
      await server.ended;
      await whenEnded?.();
      rmSync(folder, { recursive: true, force: true });
      const count = async () =>
        (
          await app.pool.query(
            `select count(*)::int as n from pg_stat_activity where application_name = 'doomed'`,
          )
        ).rows[0].n;
      await waitUntil(async () => (await count()) === 0, 'the database has noticed');
    },
  };
}

/** As in change.store.ts. */
const dayLock = 7312;

/**
 * Blocks the replacement of packed blocks of these days half-way: some of what belongs together is written, some is
 * not. `finish` unblocks it.
 */
export async function pauseBlockWriters(
  { app }: TestApp,
  days: readonly number[],
): Promise<{ reached(): Promise<void>; finish(): void }> {
  const [gate, table] = [await app.pool.connect(), await app.pool.connect()];
  for (const day of days)
    await gate.query('select pg_advisory_lock($1, $2)', [dayLock, Math.floor(day / DAY_MS)]);
  const areWaiting = (what: 'advisory' | 'relation') =>
    waitUntil(async () => {
      const { rows } = await app.pool.query(
        `select count(*)::int as n from pg_stat_activity
         where application_name = 'doomed' and wait_event_type = 'Lock' and wait_event = $1`,
        [what],
      );
      return rows[0].n === days.length;
    }, `they wait for ${what}`);
  return {
    async reached() {
      await areWaiting('advisory');
      await table.query('begin');
      await table.query('lock table reading_block_value in exclusive mode');
      gate.release(true);
      await areWaiting('relation');
    },
    finish: () => table.release(true),
  };
}
