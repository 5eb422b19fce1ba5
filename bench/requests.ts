import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { startEmbedded } from '../server/src/platform/embedded/embedded.ts';
import { prepareDatabase } from '../server/src/roles/prepare.ts';
import { type Figures, measure } from './percentiles.ts';

const port = 18_090;
const password = 'Correct-horse-1';
const rows = 100_000;
const agent = new Agent({ keepAlive: true });

export interface Measured {
  name: string;
  figures: Figures;
}

/** `/getInfo` and a list page at 100,000 rows, each beside the bare SQL it cannot do without. */
export async function measureRequests(): Promise<Measured[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'limpid-bench-'));
  const database = await startEmbedded({ dataDir });
  const pool = new pg.Pool(database.connection);
  try {
    await prepareDatabase(database.connection, { adminPassword: password, demo: false }, () => {});
    await pool.query(
      `insert into sys_post (post_code, post_name, post_sort)
       select 'code-' || n, 'post ' || n, n % 100 from generate_series(1, ${rows}) n`,
    );
    await pool.query('analyze');
    const stop = await startServer(dataDir, database.connection);
    const results = await compare(pool);
    await stop();
    return results;
  } finally {
    await pool.end();
    await database.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function compare(pool: pg.Pool): Promise<Measured[]> {
  const { token } = await ask('POST', '/login', undefined, { username: 'admin', password });
  const list = '/system/post/list?pageNum=3&pageSize=20&postName=99';
  return [
    { name: '/getInfo', figures: await measure(() => ask('GET', '/getInfo', token)) },
    { name: '  bare SQL', figures: await measure(() => pool.query(sessionSql)) },
    {
      name: 'list page of 100,000',
      figures: await measure(() => ask('GET', '/system/post/list?pageNum=3', token)),
    },
    { name: '  bare SQL', figures: await measure(() => readPage(pool, 'true')) },
    { name: 'list page, searched', figures: await measure(() => ask('GET', list, token), 200) },
    { name: '  bare SQL', figures: await measure(() => readPage(pool, "post_name ilike '%99%'"), 200) },
  ];
}

const sessionSql = `select u.*, d.dept_name from session s join sys_user u using (user_id)
  left join sys_dept d on d.dept_id = u.dept_id where s.expires_at > now() limit 1`;

async function readPage(pool: pg.Pool, condition: string): Promise<void> {
  await pool.query(sessionSql);
  await pool.query(`select count(*) from (select 1 from sys_post where ${condition} limit 10001) some`);
  await pool.query(
    `select * from sys_post where ${condition} order by post_sort, post_id limit 20 offset 40`,
  );
}

async function startServer(dataDir: string, connection: object): Promise<() => Promise<void>> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('server.ts', import.meta.url))], {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      CAPTCHA_ENABLED: 'off',
      BENCH_CONNECTION: JSON.stringify(connection),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise((ready) => child.stdout.once('data', ready));
  return async () => {
    const ended = new Promise((done) => child.once('exit', done));
    child.kill('SIGTERM');
    await ended;
  };
}

function ask(method: string, path: string, token?: string, body?: object): Promise<{ token: string }> {
  return new Promise((done, failed) => {
    const headers = {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    };
    const sent = request(
      { port, host: '127.0.0.1', path: `/prod-api${path}`, method, agent, headers },
      (answer) => {
        let text = '';
        answer.on('data', (part) => (text += part));
        answer.on('end', () => {
          const value = JSON.parse(text);
          if (value.code === 200) done(value);
          else failed(new Error(`${path}: ${value.msg}`));
        });
      },
    );
    sent.on('error', failed);
    sent.end(body && JSON.stringify(body));
  });
}
