import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { addSite } from '../../testing/stations.ts';
import { logs } from './log.store.ts';
import { removeOldLogs } from './log-retention.ts';

let t: TestApp;
beforeAll(async () => {
  t = await openTestApp();
});
afterAll(() => t.close());

beforeEach(async () => {
  await t.app.pool.query('truncate sys_oper_log, sys_logininfor, forward_log, data_log, error_log');
  const at = `limpid_now() - (n * 10 || ' days')::interval`;
  for (const [table, columns, values] of [
    [
      'sys_oper_log',
      'title, business_type, request_method, status, cost_time, oper_time',
      `'x', 1, 'PUT', 0, 1`,
    ],
    ['sys_logininfor', 'user_name, ipaddr, status, login_time', `'x', 'x', '0'`],
    ['forward_log', 'type, business_key, handle_result, create_time', `'x', 'x', '0'`],
    ['data_log', 'site_name, channel_code, data_time, reason, create_time', `'x', 'x', limpid_now(), 'x'`],
    [
      'error_log',
      'cause, source, kind, message, count, count_since, first_seen, last_seen',
      `n, 'server', 'x', 'x', 1, 1, limpid_now()`,
    ],
  ])
    await t.app.pool.query(
      `insert into ${table} (${columns}) select ${values}, ${at} from generate_series(1, 40) n`,
    );
});

async function count(): Promise<number[]> {
  const counts: number[] = [];
  for (const { table } of [logs.operation, logs.login, logs.forward, logs.data, logs.error])
    counts.push((await t.app.pool.query(`select count(*)::int as n from ${table}`)).rows[0].n);
  return counts;
}

async function keep(key: string, value: string): Promise<void> {
  await t.app.pool.query('update sys_config set config_value = $2 where config_key = $1', [key, value]);
  await t.app.parameters.clear();
}

it('removes only rows older than the retention of their log', async () => {
  expect(await removeOldLogs(t.app)).toMatchObject({
    operation: 23,
    login: 23,
    forward: 38,
    data: 0,
    error: 32,
  });
  expect(await count()).toEqual([17, 17, 2, 40, 8]);
  expect(new Set(Object.values(await removeOldLogs(t.app)))).toEqual(new Set([0]));
});

it('follows the parameters, and keeps everything if a value is not a whole number of days', async () => {
  await keep('sys.log.operationDays', '35');
  for (const value of ['0', '-3', 'soon', '', '0.00001', '30.5', '1e2']) {
    await keep('sys.log.loginDays', value);
    await removeOldLogs(t.app);
    expect((await count()).slice(0, 2)).toEqual([3, 40]);
  }
  await keep('sys.log.operationDays', '180');
  await keep('sys.log.loginDays', '180');
});

it('raises fewer days to the minimum: 30 for audit logs, 1 for the others', async () => {
  await keep('sys.log.loginDays', '7');
  await keep('sys.log.dataModifyDays', '1');
  await keep('sys.log.forwardDays', '15');
  await keep('sys.log.errorDays', '7');
  await removeOldLogs(t.app);
  expect(await count()).toEqual([17, 2, 1, 2, 0]);
  await keep('sys.log.loginDays', '180');
  await keep('sys.log.dataModifyDays', '0');
  await keep('sys.log.forwardDays', '30');
  await keep('sys.log.errorDays', '90');
});

it('removes old rows of the device log, but no command that has not ended', async () => {
  const siteId = await addSite(t, { mn: 'LOGGED' });
  await t.app.pool.query(
    `insert into device_log (site_id, device_sn, command_code, log_type, kind, state, data_time, send_until, ended_at)
     select $1, 'LOGGED', '1011', '0', 'readValue', 'done', limpid_now(), limpid_now(), limpid_now() - age
     from unnest(array[interval '2 years', '300 days', null]) as age`,
    [siteId],
  );
  expect(await removeOldLogs(t.app)).toMatchObject({ device: 1 });
  await keep('sys.log.deviceDays', '30');
  expect(await removeOldLogs(t.app)).toMatchObject({ device: 1 });
  const { rows } = await t.app.pool.query('select ended_at from device_log');
  expect(rows).toEqual([{ ended_at: null }]);
});

it('removes many rows in batches, also from two processes', async () => {
  await t.app.pool.query(
    `insert into forward_log (type, business_key, handle_result, create_time)
     select 'x', 'x', '0', limpid_now() - interval '60 days' from generate_series(1, 12000)`,
  );
  const [one, two] = await Promise.all([removeOldLogs(t.app), removeOldLogs(t.app)]);
  expect(one.forward + two.forward).toBe(12_038);
});

it('removes only names that no log contains', async () => {
  await t.app.pool.query(
    `insert into sys_logininfor (user_name, ipaddr, status, login_time)
     values ('long ago', '10.9.9.9', '0', limpid_now() - interval '2 years'), ('just now', '10.9.9.8', '0', limpid_now())`,
  );
  await removeOldLogs(t.app);
  const { rows } = await t.app.pool.query(
    `select name from known_name where name in ('long ago', '10.9.9.9', 'just now', '10.9.9.8', 'x') order by 1`,
  );
  expect(rows.map(({ name }) => name)).toEqual(['10.9.9.8', 'just now', 'x']);
});
