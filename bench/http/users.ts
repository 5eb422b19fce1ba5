import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { defaultZone } from '@limpid/contract/zone';
import type pg from 'pg';
import { hashPassword, verifyPassword } from '../../server/src/platform/auth/passwords.ts';
import { findCaller } from '../../server/src/platform/auth/sessions.store.ts';
import { systemClock } from '../../server/src/platform/clock.ts';
import { type OpenDatabase, openDatabase } from '../../server/src/platform/db/database.ts';
import { startEmbedded } from '../../server/src/platform/embedded/embedded.ts';
import { prepareDatabase } from '../../server/src/roles/prepare.ts';
import { makeUpload } from '../../server/src/testing/upload.ts';
import { type Figures, measure } from '../shared/percentiles.ts';
import { measurePageTurns, type PageTurns } from './page-turns.ts';
import { benchOrigin, type NamedFigures, requestBytes, requestJson, startServerProcess } from './requests.ts';

const password = 'Correct-horse-1';
const people = 100_000;
const step = 5000;
const branch = 1003;

interface Export {
  seconds: number;
  /** Peak memory of the server above its level before. */
  megabytes: number;
  /** Reading the same rows through a cursor and discarding them. */
  baselineSeconds: number;
  /** A list page of another user meanwhile. */
  meanwhile: number;
  alone: number;
}

interface UserFigures {
  requests: NamedFigures[];
  pageTurns: PageTurns;
  export: Export;
  logins: { perSecond: number; bare: number };
  /** Seconds for importing a thousand users from a sheet, and for hashing a thousand passwords. */
  imported: { seconds: number; bare: number };
}

/** The server, and direct access to its database. */
interface Console {
  database: OpenDatabase;
  pid: number | undefined;
}

/**
 * Measures 100,000 users with a data scope: a page, an export under load, logins and an import, each compared with its
 * core work.
 */
export async function measureUsers(browser: string | undefined): Promise<UserFigures> {
  const dataDir = mkdtempSync(join(tmpdir(), 'limpid-bench-'));
  const embedded = await startEmbedded({ dataDir });
  await prepareDatabase(embedded.connection, { adminPassword: password, demo: false }, () => {});
  const database = openDatabase(embedded.connection, defaultZone, () => undefined);
  const server = await startServerProcess(dataDir, embedded.connection);
  const running = { database, pid: server.pid };
  try {
    await fill(database.pool);
    return {
      requests: await comparePages(running),
      pageTurns: await measurePageTurns(benchOrigin, await logIn('bench'), browser),
      export: await measureExport(running),
      logins: await measureLogins(),
      imported: await measureImport(),
    };
  } finally {
    await server.stop();
    await database.close();
    await embedded.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function logIn(username: string): Promise<string> {
  const { token } = await requestJson('POST', '/login', undefined, { username, password });
  return token;
}

/** Ten branches with a hundred teams each, users spread over the teams; one user leads a branch. */
async function fill(pool: pg.Pool): Promise<void> {
  await pool.query(
    `insert into sys_dept (dept_id, parent_id, ancestors, dept_name)
     select 1000 + n, 100, array[0, 100], 'branch ' || n from generate_series(0, 9) n`,
  );
  await pool.query(
    `insert into sys_dept (dept_id, parent_id, ancestors, dept_name)
     select 2000 + n, 1000 + n % 10, array[0, 100, 1000 + n % 10], 'team ' || n from generate_series(0, 999) n`,
  );
  for (let from = 0; from < people; from += step) {
    await pool.query(
      `insert into sys_user (user_id, dept_id, user_name, nick_name, email, phonenumber, password, login_ip, login_date)
       select 1000 + n, 2000 + (n * 7919) % 1000, 'person' || n, '用户 ' || n, 'person' || n || '@example.org',
         '138' || lpad(n::text, 8, '0'), u.password, '10.0.0.1', now() - n * interval '1 minute'
       from generate_series(${from + 1}, ${from + step}) n, sys_user u where u.user_id = 1`,
    );
  }
  await pool.query(
    `insert into sys_user (user_id, dept_id, user_name, nick_name, password)
     select 2, ${branch}, 'bench', 'bench', password from sys_user where user_id = 1`,
  );
  await pool.query(
    `insert into sys_role (role_id, role_name, role_key, data_scope) values (99, 'bench', 'bench', '4')`,
  );
  await pool.query(`insert into sys_role_menu select 99, menu_id from sys_menu`);
  await pool.query('insert into sys_user_role values (2, 99)');
  await pool.query('vacuum analyze sys_user');
  await pool.query('analyze');
}

const inBranch = `del_flag = '0' and dept_id in (
  select dept_id from sys_dept where dept_id = ${branch} or ancestors @> array[${branch}])`;

async function comparePages({ database }: Console): Promise<NamedFigures[]> {
  const token = await logIn('bench');
  const list = '/system/user/list?pageNum=3&pageSize=20';
  const page = async (condition: string) => {
    await findCaller(database.pool, systemClock, token);
    await database.pool.query(
      `select count(*) from (select 1 from sys_user where ${condition} limit 10001) x`,
    );
    await database.pool.query(
      `select u.*, d.dept_name from (
         select user_id from sys_user where ${condition} order by user_id limit 20 offset 40) p
       join sys_user u using (user_id) left join sys_dept d using (dept_id) order by user_id`,
    );
  };
  const named = `${inBranch} and user_name ilike '%son99%'`;
  return [
    { name: 'users, page of a branch', figures: await measure(() => requestJson('GET', list, token), 500) },
    { name: '  its SQL alone', figures: await measure(() => page(inBranch), 500) },
    {
      name: 'users, searched',
      figures: await measure(() => requestJson('GET', `${list}&userName=son99`, token), 300),
    },
    { name: '  its SQL alone', figures: await measure(() => page(named), 300) },
    {
      name: 'users, two letters',
      figures: await measure(() => requestJson('GET', `${list}&userName=SO`, token), 100),
    },
    {
      name: '  its SQL alone',
      figures: await measure(() => page(`${inBranch} and user_name ilike '%so%'`), 100),
    },
    {
      name: 'users, two letters of nobody',
      figures: await measure(() => requestJson('GET', `${list}&userName=ZQ`, token), 100),
    },
    {
      name: '  its SQL alone',
      figures: await measure(() => page(`${inBranch} and user_name ilike '%zq%'`), 100),
    },
    {
      name: 'users, Chinese',
      figures: await measure(
        () => requestJson('GET', `${list}&userName=${encodeURIComponent('王小明')}`, token),
        100,
      ),
    },
    {
      name: '  its SQL alone',
      figures: await measure(() => page(`${inBranch} and user_name like '%王小明%'`), 100),
    },
    {
      name: 'users by department',
      figures: await measure(() => requestJson('GET', '/system/user/deptCounts', token), 200),
    },
  ];
}

async function measureExport({ database, pid }: Console): Promise<Export> {
  const residentMegabytes = () =>
    Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024;
  const [administrator, other] = [await logIn('admin'), await logIn('bench')];
  const look = () => requestJson('GET', '/system/user/list?pageSize=20', other);
  const { p95: alone } = await measure(look, 200);
  const before = residentMegabytes();
  let highest = before;
  let isRunning = true;
  const watch = (async () => {
    for (; isRunning; await wait(100)) highest = Math.max(highest, residentMegabytes());
  })();
  const times: number[] = [];
  const work = (async () => {
    for (; isRunning; await wait(20)) {
      const start = performance.now();
      await look();
      times.push(performance.now() - start);
    }
  })();
  const start = performance.now();
  await requestBytes('POST', '/system/user/export', administrator);
  const seconds = (performance.now() - start) / 1000;
  isRunning = false;
  await Promise.all([watch, work]);
  times.sort((a, b) => a - b);
  const meanwhile = times[Math.floor(times.length * 0.95)] ?? 0;
  const baselineSeconds = await readAll(database);
  return { seconds, megabytes: highest - before, baselineSeconds, meanwhile, alone };
}

async function readAll({ db }: Console['database']): Promise<number> {
  const start = performance.now();
  const rows = db.withTables<{ sysUser: Record<string, unknown> }>().selectFrom('sysUser').selectAll();
  let highest = 0;
  for await (const row of rows.stream(500)) highest = Math.max(highest, Number(row['userId']));
  if (highest < people) throw new Error(`Only ${highest} users were read`);
  return (performance.now() - start) / 1000;
}

/** The reference is the minimum cost of any login: verifying one argon2 hash. */
async function measureLogins(): Promise<UserFigures['logins']> {
  let next = 0;
  const { perSecond } = await measure(() => logIn(`person${++next}`), 100);
  const stored = await hashPassword(password);
  const bare: Figures = await measure(() => verifyPassword(stored, password), 100);
  return { perSecond, bare: bare.perSecond };
}

async function measureImport(): Promise<UserFigures['imported']> {
  const administrator = await logIn('admin');
  const rows = Array.from({ length: 1000 }, (_, n) => [`newcomer${n}`, `newcomer ${n}`]);
  const start = performance.now();
  await requestBytes(
    'POST',
    '/system/user/importData',
    administrator,
    await makeUpload(['userName', 'nickName'], rows),
  );
  const seconds = (performance.now() - start) / 1000;
  const begin = performance.now();
  for (let n = 0; n < 20; n++) await hashPassword(password);
  return { seconds, bare: ((performance.now() - begin) / 1000 / 20) * rows.length };
}
