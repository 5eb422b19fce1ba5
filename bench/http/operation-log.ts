import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultZone } from '@limpid/contract/zone';
import type pg from 'pg';
import { openDatabase } from '../../server/src/platform/db/database.ts';
import { startEmbedded } from '../../server/src/platform/embedded/embedded.ts';
import { prepareDatabase } from '../../server/src/roles/prepare.ts';
import { type Figures, measure } from '../shared/percentiles.ts';
import { type NamedFigures, requestJson, startServerProcess } from './requests.ts';

const password = 'Correct-horse-1';
const millions = Number(process.env['BENCH_LOG_MILLIONS'] ?? 10);
const calls = 40;

/** One query of the screen, over HTTP and as plain SQL. */
interface Question {
  name: string;
  query: string;
  condition: string;
  order?: string;
}

interface LogFigures {
  rows: number;
  fillSeconds: number;
  pages: NamedFigures[];
  /** Additional cost of a write because of its row in the log, in microseconds of throughput. */
  overheadMicroseconds: number;
  /** Inserting one row into the full log by SQL alone. */
  insert: Figures;
}

/**
 * Measures pages of the operation log at ten million rows, each compared with its SQL, and the cost of the log for a
 * write.
 */
export async function measureLogs(): Promise<LogFigures> {
  const dataDir = mkdtempSync(join(tmpdir(), 'limpid-bench-'));
  const embedded = await startEmbedded({ dataDir });
  await prepareDatabase(embedded.connection, { adminPassword: password, demo: false }, () => {});
  const database = openDatabase(embedded.connection, defaultZone, () => undefined);
  const { pool } = database;
  try {
    const startedAt = performance.now();
    await fill(pool);
    const fillSeconds = (performance.now() - startedAt) / 1000;
    const server = await startServerProcess(dataDir, embedded.connection);
    try {
      const { token } = await requestJson('POST', '/login', undefined, { username: 'admin', password });
      const pages = await measurePages(pool, token);
      const insert = await measure(() => pool.query(insertOne), 300);
      const overheadMicroseconds = await measureOverhead(pool, token);
      return { rows: millions * 1_000_000, fillSeconds, pages, overheadMicroseconds, insert };
    } finally {
      await server.stop();
    }
  } finally {
    await database.close();
    await embedded.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Half a year of operations: a few people do most of them, one in a hundred fails. */
const columns = `title, business_type, method, request_method, oper_name, dept_name, oper_url, oper_ip, oper_param,
  json_result, status, oper_time, cost_time, request_id`;
const values = `
  (array['system.post','system.parameter','system.dictType','system.dictData','shell.password'])[1 + floor(random() * 5)::int] || '.title',
  (array[2,2,2,2,2,1,1,3,5,6])[1 + floor(random() * 10)::int], 'PUT /system/post', 'PUT',
  'user-' || lpad(((power(random(), 3) * 300)::int)::text, 3, '0'), 'Limpid', '/prod-api/system/post',
  '10.' || (random() * 20)::int || '.' || (random() * 250)::int || '.7',
  '{"params":{},"query":{},"body":{"postId":' || n || ',"postCode":"code-' || n || '","postName":"post ' || n || '","postSort":3,"status":"0"}}',
  '{"code":200}', (n % 100 = 0)::int, timestamptz '2026-01-01' + n * interval '180 days' / ${millions * 1_000_000},
  (random() * random() * 900)::int, md5(n::text)`;

async function fill(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    await client.query(`set maintenance_work_mem = '512MB'`);
    const { rows } = await client.query<{ name: string; made: string }>(
      `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made from pg_index
       where indrelid = 'sys_oper_log'::regclass and not indisprimary`,
    );
    for (const { name } of rows) await client.query(`drop index ${name}`);
    for (let million = 0; million < millions; million++) {
      await client.query(
        `insert into sys_oper_log (${columns}) select ${values}
         from generate_series(${million * 1_000_000 + 1}, ${(million + 1) * 1_000_000}) n`,
      );
    }
    for (const { made } of rows) await client.query(made);
    await client.query('vacuum analyze sys_oper_log');
  } finally {
    client.release(true);
  }
}

const day = (month: number, date: number) => `2026-0${month}-${String(date).padStart(2, '0')}`;
const week = `params[beginTime]=${day(6, 1)}&params[endTime]=${day(6, 7)}`;
const inWeek = `oper_time >= '${day(6, 1)}' and oper_time < '${day(6, 8)}'`;

const names = (of: number[]) =>
  `oper_name in (${of.map((n) => `'user-${String(n).padStart(3, '0')}'`).join(', ')})`;
const slowest = 'cost_time desc, oper_time desc, oper_id desc';

const questions: Question[] = [
  { name: 'newest', query: '', condition: 'true' },
  { name: 'page 1,000', query: 'pageNum=1000', condition: 'true' },
  { name: 'a week', query: week, condition: inWeek },
  { name: 'failed', query: 'status=1', condition: 'status = 1' },
  { name: 'failed in a week', query: `status=1&${week}`, condition: `status = 1 and ${inWeek}` },
  { name: 'deleted', query: 'businessType=3', condition: 'business_type = 3' },
  { name: 'of no such type', query: 'businessType=8', condition: 'business_type = 8' },
  { name: 'module', query: 'title=%E5%AF%86%E7%A0%81', condition: `title = 'shell.password.title'` },
  { name: 'a frequent name', query: 'operName=user-00', condition: names([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]) },
  {
    name: 'ten rare names',
    query: 'operName=25',
    condition: names([25, 125, 225, 250, 251, 252, 253, 254, 255, 256, 257, 258, 259]),
  },
  { name: 'a rare name', query: 'operName=299', condition: names([299]) },
  { name: 'a rare name, a week', query: `operName=299&${week}`, condition: `${names([299])} and ${inWeek}` },
  { name: 'a name of nobody', query: 'operName=nobody', condition: `oper_name = 'nobody'` },
  { name: 'two letters, nobody', query: 'operName=zq', condition: `oper_name = 'zq'` },
  { name: 'an address', query: 'operIp=10.3.77.', condition: `oper_ip = '10.3.77.7'` },
  { name: 'a part of many', query: 'operIp=.77.', condition: `oper_ip like '%.77.7'` },
  { name: 'slowest first', query: 'orderByColumn=costTime&isAsc=desc', condition: 'true', order: slowest },
  {
    name: 'failed, slowest first',
    query: 'status=1&orderByColumn=costTime&isAsc=desc',
    condition: 'status = 1',
    order: slowest,
  },
  {
    name: 'by name',
    query: 'orderByColumn=operName&isAsc=asc',
    condition: 'true',
    order: 'oper_name, oper_time, oper_id',
  },
];

async function measurePages(pool: pg.Pool, token: string): Promise<NamedFigures[]> {
  const pages: NamedFigures[] = [];
  for (const { name, query, condition, order = 'oper_time desc, oper_id desc' } of questions) {
    const path = `/monitor/operlog/list?pageSize=20&${query}`;
    const offset = /pageNum=(\d+)/.exec(query)?.[1] ?? '1';
    const bare = async () => {
      await pool.query(
        `select count(*) from (select 1 from sys_oper_log where ${condition} limit 10001) counted`,
      );
      await pool.query(
        `select * from sys_oper_log where ${condition} order by ${order} limit 20 offset ${(Number(offset) - 1) * 20}`,
      );
    };
    pages.push({ name, figures: await measure(() => requestJson('GET', path, token), calls, 3) });
    pages.push({ name: '  its SQL alone', figures: await measure(bare, calls, 3) });
  }
  return pages;
}

const insertOne = `insert into sys_oper_log (${columns}) select ${values} from generate_series(1, 1) n`;

/** The same write with the operation log and with a log that discards its rows. */
async function measureOverhead(pool: pg.Pool, token: string): Promise<number> {
  const write = () =>
    requestJson('PUT', '/system/config/', token, {
      configId: 1,
      configName: 'x',
      configKey: 'sys.account.captchaEnabled',
      configValue: 'false',
      configType: 'Y',
    });
  const logged = await measure(write, 400);
  await pool.query('create rule silent as on insert to sys_oper_log do instead nothing');
  const silent = await measure(write, 400);
  await pool.query('drop rule silent on sys_oper_log');
  return 1e6 / logged.perSecond - 1e6 / silent.perSecond;
}
