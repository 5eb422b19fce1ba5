import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defaultZone } from '@limpid/contract/zone';
import type pg from 'pg';
import { findCaller } from '../../server/src/platform/auth/sessions.store.ts';
import { systemClock } from '../../server/src/platform/clock.ts';
import { type OpenDatabase, openDatabase } from '../../server/src/platform/db/database.ts';
import { startEmbedded } from '../../server/src/platform/embedded/embedded.ts';
import { prepareDatabase } from '../../server/src/roles/prepare.ts';
import { type Figures, measure } from '../shared/percentiles.ts';

const port = Number(process.env['BENCH_PORT'] ?? 18_090);
export const benchOrigin = `http://127.0.0.1:${port}`;
/** Of a second server beside it. */
export const otherOrigin = `http://127.0.0.1:${port + 1}`;
const password = 'Correct-horse-1';
const rows = 100_000;
const agent = new Agent({ keepAlive: true });

export interface NamedFigures {
  name: string;
  figures: Figures;
}

/** Measures `/getInfo` and a list page at 100,000 rows, each compared with the SQL it needs at least. */
export async function measureRequests(): Promise<NamedFigures[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'limpid-bench-'));
  const embedded = await startEmbedded({ dataDir });
  await prepareDatabase(embedded.connection, { adminPassword: password, demo: false }, () => {});
  const database = openDatabase(embedded.connection, defaultZone, () => undefined);
  const server = await startServerProcess(dataDir, embedded.connection);
  try {
    await fill(database.pool);
    return await compare(database);
  } finally {
    await server.stop();
    await database.close();
    await embedded.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Many posts, and a user with the operator's role, because the administrator would skip the permission checks. */
async function fill(pool: pg.Pool): Promise<void> {
  await pool.query(
    `insert into sys_post (post_code, post_name, post_sort)
     select 'code-' || n, 'post ' || n, n % 100 from generate_series(1, ${rows}) n`,
  );
  await pool.query(
    `insert into sys_user (user_id, dept_id, user_name, nick_name, password)
     select 2, dept_id, 'bench', 'bench', password from sys_user where user_id = 1`,
  );
  await pool.query(
    `insert into sys_user_role select 2, role_id from sys_role where role_key in ('operator', 'viewer')`,
  );
  await pool.query(
    `insert into sys_role_menu select role_id, menu_id from sys_role, sys_menu where role_key = 'operator'
     on conflict do nothing`,
  );
  await pool.query('analyze');
}

async function compare({ pool }: OpenDatabase): Promise<NamedFigures[]> {
  const { token } = await requestJson('POST', '/login', undefined, { username: 'bench', password });
  const caller = () => findCaller(pool, systemClock, token);
  const list = '/system/post/list?pageNum=3&pageSize=20';
  const page = async (condition: string) => {
    await caller();
    await readPage(pool, condition);
  };
  return [
    { name: '/getInfo', figures: await measure(() => requestJson('GET', '/getInfo', token)) },
    { name: '  its SQL alone', figures: await measure(caller) },
    { name: 'list page of 100,000', figures: await measure(() => requestJson('GET', list, token)) },
    { name: '  its SQL alone', figures: await measure(() => page('true')) },
    {
      name: 'list page, searched',
      figures: await measure(() => requestJson('GET', `${list}&postName=99`, token), 200),
    },
    { name: '  its SQL alone', figures: await measure(() => page("post_name ilike '%99%'"), 200) },
  ];
}

async function readPage(pool: pg.Pool, condition: string): Promise<void> {
  await pool.query(`select count(*) from (select 1 from sys_post where ${condition} limit 10001) counted`);
  await pool.query(
    `select * from sys_post where ${condition} order by post_sort, post_id limit 20 offset 40`,
  );
}

/** The server as a separate process; one at a time. */
export async function startServerProcess(
  dataDir: string,
  connection: object,
  settings: Record<string, string> = {},
): Promise<{ pid: number | undefined; stop(): Promise<void> }> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('../shared/server.ts', import.meta.url))], {
    env: {
      ...process.env,
      PORT: String(port),
      GATEWAY_PORT: '0',
      DATA_DIR: dataDir,
      CAPTCHA_ENABLED: 'off',
      BENCH_CONNECTION: JSON.stringify(connection),
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise((ready) => child.stdout.once('data', ready));
  return {
    pid: child.pid,
    async stop() {
      const ended = new Promise((done) => child.once('exit', done));
      child.kill('SIGTERM');
      await ended;
    },
  };
}

export async function requestJson(
  method: string,
  path: string,
  token?: string,
  body?: object,
): Promise<{ token: string }> {
  const sent = body && { payload: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  const value = JSON.parse((await requestBytes(method, path, token, sent)).toString());
  if (value.code !== 200) throw new Error(`${path}: ${value.msg}`);
  return value;
}

interface Sent {
  payload: Buffer | string;
  headers: Record<string, string>;
}

/** Size of a response in bytes. */
export function requestBytes(method: string, path: string, token?: string, sent?: Sent): Promise<Buffer> {
  return new Promise((done, failed) => {
    const headers = { ...sent?.headers, ...(token && { authorization: `Bearer ${token}` }) };
    const asking = request(
      { port, host: '127.0.0.1', path: `/prod-api${path}`, method, agent, headers },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => done(Buffer.concat(parts)));
      },
    );
    asking.on('error', failed);
    asking.end(sent?.payload);
  });
}
