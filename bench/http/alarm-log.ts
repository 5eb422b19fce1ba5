import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { alarmLog } from '@limpid/contract/alarm/alarm-log';
import { fieldEntries, isSortable } from '@limpid/contract/kit/resource';
import { defaultZone } from '@limpid/contract/zone';
import type pg from 'pg';
import { openDatabase } from '../../server/src/platform/db/database.ts';
import { startEmbedded } from '../../server/src/platform/embedded/embedded.ts';
import { prepareDatabase } from '../../server/src/roles/prepare.ts';
import { measure } from '../shared/percentiles.ts';
import { type NamedFigures, requestJson, startServerProcess } from './requests.ts';

const password = 'Correct-horse-1';
const sites = 10_000;
const alarms = 100_000;
const step = 5000;
const calls = 100;

/** One query of the screen, over HTTP and as plain SQL. */
interface Question {
  name: string;
  query: string;
  condition?: string;
  order?: string;
}

/** Two people with a department scope: of one branch with a tenth of the sites, and of the whole organisation. */
const readers = [
  { name: 'branch', deptId: 1003 },
  { name: 'organisation', deptId: 100 },
] as const;

/** Measures pages of the alarm log at 100,000 alarms of 10,000 sites, each compared with its SQL. */
export async function measureAlarmLog(): Promise<NamedFigures[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'limpid-bench-'));
  const embedded = await startEmbedded({ dataDir });
  await prepareDatabase(embedded.connection, { adminPassword: password, demo: false }, () => {});
  const database = openDatabase(embedded.connection, defaultZone, () => undefined);
  try {
    await fillAlarmLog(database.pool);
    const server = await startServerProcess(dataDir, embedded.connection);
    try {
      return await measurePages(database.pool);
    } finally {
      await server.stop();
    }
  } finally {
    await database.close();
    await embedded.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Ten branches with a hundred teams each, an entity for each team, ten sites for each entity. */
async function fillAlarmLog(pool: pg.Pool): Promise<void> {
  await pool.query(
    `insert into sys_dept (dept_id, parent_id, ancestors, dept_name)
     select 1000 + n, 100, array[0, 100], 'branch ' || n from generate_series(0, 9) n
     union all
     select 2000 + n, 1000 + n % 10, array[0, 100, 1000 + n % 10], 'team ' || n from generate_series(0, 999) n`,
  );
  await pool.query(
    `insert into site_entity (entity_id, entity_code, entity_name, dept_id)
     select 1000 + n, 'E' || n, '街道 ' || n, 2000 + n from generate_series(0, 999) n`,
  );
  await pool.query(
    `insert into basic_device_type (device_type_id, type_code, type_name) values (90, 'BENCH', 'BENCH')`,
  );
  await pool.query(
    `insert into site (site_id, site_code, site_name, entity_id, mn, device_type_id)
     select 1000 + n, 'S' || n, (array['学校','Gate','Port','工地','Mairie'])[1 + n % 5] || ' ' || n, 1000 + n / 10, 'MN' || n, 90
     from generate_series(0, ${sites - 1}) n`,
  );
  await pool.query(
    `insert into alarm_rule (rule_id, rule_name, alarm_type, severity, target, device_type_id, dept_id, channel_id, compare, threshold)
     select 1000 + n, 'rule ' || n, 'limit', (array['info','minor','major','critical'])[1 + n % 4], 'deviceType', 90, 100,
       (select channel_id from basic_channel where channel_code = 'PM10'), 'gt', 150 from generate_series(0, 19) n`,
  );
  for (let from = 1; from <= alarms; from += step) await pool.query(insertAlarms(from));
  await pool.query(
    `insert into alarm_state (site_id, rule_id, alarm_id, state)
     select site_id, rule_id, alarm_id, '{"phase":"active"}' from alarm_log where ended_at is null
     on conflict do nothing`,
  );
  await pool.query(
    `insert into sys_role (role_id, role_name, role_key, data_scope) values (99, 'bench', 'bench', '4')`,
  );
  await pool.query(
    `insert into sys_role_menu select 99, menu_id from sys_menu where perms = 'alarm:log:list'`,
  );
  for (const [n, { name, deptId }] of readers.entries()) {
    await pool.query(
      `insert into sys_user (user_id, dept_id, user_name, nick_name, password)
       select $1, $2, $3, $3, password from sys_user where user_id = 1`,
      [1000 + n, deptId, name],
    );
    await pool.query('insert into sys_user_role values ($1, 99)', [1000 + n]);
  }
  await pool.query('vacuum analyze');
}

/** Ninety days; the newest thousand alarms are still running. */
const insertAlarms = (from: number) =>
  `insert into alarm_log (site_id, rule_id, rule_name, alarm_type, severity, channel_id, basis, compare, value, limit_value,
     peak, peak_at, last_value, raised_at, ended_at, end_reason, acknowledged_at, acknowledged_by, message_at, repeats)
   select 1000 + (n::bigint * 7919) % ${sites}, r.rule_id, r.rule_name,
     (array['limit','limit','limit','offline','rate','quality','unstable'])[1 + n % 7], r.severity, r.channel_id, 'minute', 'gt',
     150 + n % 97, 150, 160 + n % 193, at, 150 + n % 50, at, case when n < ${alarms - 1000} then at + n % 5000 * interval '2 s' end,
     case when n < ${alarms - 1000} then 'recovered' end, case when n % 3 = 0 then at + interval '4 min' end,
     case when n % 3 = 0 then 'user' || n % 40 end, at, n % 4
   from generate_series(${from}, ${from + step - 1}) n
   join alarm_rule r on r.rule_id = 1000 + n % 20
   cross join lateral (select now() - (${alarms} - n) * interval '90 days' / ${alarms} as at) moment`;

const week = { from: 30 * 24, to: 23 * 24 };
const hoursAgo = (hours: number) =>
  new Date(Date.now() - hours * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

const questions: Question[] = [
  { name: 'first page', query: '' },
  { name: 'page 400', query: 'pageNum=400' },
  { name: 'running', query: 'state=active', condition: 'ended_at is null' },
  { name: 'ended', query: 'state=ended', condition: 'ended_at is not null' },
  {
    name: 'two severities',
    query: 'severitys=major&severitys=critical',
    condition: `severity in ('major', 'critical')`,
  },
  { name: 'type', query: 'alarmTypes=offline', condition: `alarm_type = 'offline'` },
  { name: 'site name', query: 'siteName=ate%2012', condition: `site_name ilike '%ate 12%'` },
  { name: 'site name of none', query: 'siteName=zzzz', condition: `site_name ilike '%zzzz%'` },
  { name: 'site name, two letters', query: 'siteName=at', condition: `site_name ilike '%at%'` },
  {
    name: 'a week',
    query: `beginTime=${encodeURIComponent(hoursAgo(week.from))}&endTime=${encodeURIComponent(hoursAgo(week.to))}`,
    condition: `raised_at >= '${hoursAgo(week.from)}' and raised_at < '${hoursAgo(week.to)}'`,
  },
  {
    name: 'running and critical',
    query: 'state=active&severitys=critical',
    condition: `ended_at is null and severity = 'critical'`,
  },
];

/** A sort by each column that the screen offers. */
const sorts: Question[] = fieldEntries(alarmLog)
  .filter(([name]) => isSortable(alarmLog, name))
  .map(([name, { sortedBy = name }]) => ({
    name: `by ${name}`,
    query: `orderByColumn=${name}&isAsc=desc`,
    order: `${sortedBy.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)} desc, alarm_id desc`,
  }));

async function measurePages(pool: pg.Pool): Promise<NamedFigures[]> {
  const figures: NamedFigures[] = [];
  for (const { name: reader, deptId } of readers) {
    const { token } = await requestJson('POST', '/login', undefined, { username: reader, password });
    for (const { name, query, condition, order } of [...questions, ...sorts]) {
      const path = `/alarm/log/list?pageSize=20&${query}`;
      const page = Number(/pageNum=(\d+)/.exec(query)?.[1] ?? '1');
      figures.push({
        name: `${reader}: ${name}`,
        figures: await measure(() => requestJson('GET', path, token), calls, 10),
      });
      figures.push({
        name: '  its SQL alone',
        figures: await measure(() => readBare(pool, { deptId, condition, order, page }), calls, 10),
      });
    }
  }
  return figures;
}

interface BareQuery {
  deptId: number;
  condition: string | undefined;
  order: string | undefined;
  page: number;
}

/** The same page by the columns of the table alone, with the names that the screen shows. */
async function readBare(
  pool: pg.Pool,
  { deptId, condition = 'true', order = 'raised_at desc, alarm_id desc', page }: BareQuery,
): Promise<void> {
  const chosen = `from alarm_log where ${condition} and dept_id in (
    select dept_id from sys_dept where dept_id = ${deptId} or ancestors @> array[${deptId}])`;
  await pool.query(`select count(*) from (select 1 ${chosen} limit 10001) counted`);
  await pool.query(
    `select l.*, e.entity_name, c.channel_name from (
       select * ${chosen} order by ${order} limit 20 offset ${(page - 1) * 20}) l
     join site_entity e using (entity_id) left join basic_channel c using (channel_id)`,
  );
}
