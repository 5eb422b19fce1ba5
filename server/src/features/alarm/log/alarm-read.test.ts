import type { ActiveAlarmCounts, AlarmStatistics } from '@limpid/contract/alarm/alarm-action';
import type { AlarmSpan } from '@limpid/contract/alarm/alarm-spans';
import { HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { addDepartment, addPerson, personPassword } from '../../../testing/people.ts';
import { addSite } from '../../../testing/stations.ts';
import { addAlarm, addRemindingRule, addState } from './alarm-log.fixture.ts';
import { foldTally } from './alarm-tally.store.ts';

let t: TestApp;
let admin: string;
let north: string;
let [here, there] = [0, 0];
beforeAll(async () => {
  t = await openTestApp();
  await addDepartment(t, 200, 100, [0, 100]);
  here = await addSite(t, { mn: 'HERE' });
  there = await addSite(t, { mn: 'THERE', deptId: 200, zone: 'Europe/Paris' });
  await addPerson(t, 'north', [{ permissions: ['alarm:log:list'], dataScope: '3' }], 200);
  [admin, north] = [await t.login(), await t.login('north', personPassword)];
  const now = t.clock.now().getTime();
  const ago = (minutes: number) => new Date(now - minutes * MINUTE_MS);
  await addAlarm(t, { siteId: here, severity: 'minor' });
  await addAlarm(t, { siteId: here, severity: 'critical', acknowledgedAt: t.clock.now(), raisedAt: ago(10) });
  await addAlarm(t, { siteId: there, severity: 'info', raisedAt: ago(60) });
  await addAlarm(t, { siteId: there, raisedAt: ago(120), endedAt: ago(90), acknowledgedAt: ago(100) });
  await addAlarm(t, {
    siteId: there,
    alarmType: 'offline',
    raisedAt: ago(180),
    endedAt: ago(150),
    acknowledgedAt: ago(0),
    historical: true,
  });
});
afterAll(() => t.close());

async function read<T>(path: string, token: string): Promise<T> {
  const { body } = await t.send('GET', `/alarm/log/${path}`, { token });
  return body['data'] as T;
}

it('counts active alarms by severity within the data scope', async () => {
  expect(await read<ActiveAlarmCounts>('counts', admin)).toEqual({
    total: 3,
    unacknowledged: 2,
    bySeverity: { info: 1, minor: 1, major: 0, critical: 1 },
  });
  expect((await read<ActiveAlarmCounts>('counts', north)).total).toBe(1);
});

it('lists the sites in alarm with their highest severity', async () => {
  expect(await read('sites', admin)).toEqual([
    { siteId: here, severity: 'critical', count: 2, unacknowledged: 1 },
    { siteId: there, severity: 'info', count: 1, unacknowledged: 1 },
  ]);
  expect(await read('sites', north)).toHaveLength(1);
});

it('summarises a period by severity, type, site, rule and hour of the site', async () => {
  const now = t.clock.now().getTime();
  const period = `statistics?from=${now - 24 * HOUR_MS}&to=${now + 1}`;
  const all = await read<AlarmStatistics>(period, admin);
  expect(all).toMatchObject({
    total: 5,
    active: 3,
    acknowledged: 3,
    // 10 and 20 minutes; the historical one does not count.
    acknowledgeMedian: 15 * 60,
    acknowledgeP90: 19 * 60,
    bySeverity: { info: 1, minor: 1, major: 2, critical: 1 },
    byType: [
      { alarmType: 'limit', count: 4 },
      { alarmType: 'offline', count: 1 },
    ],
    bySite: [
      { siteId: there, siteName: 'THERE', count: 3 },
      { siteId: here, siteName: 'HERE', count: 2 },
    ],
    byRule: [{ ruleId: null, ruleName: 'Dust', count: 5 }],
  });
  // Two ended after half an hour each, one has been running for an hour.
  expect(((all.bySite[0]?.seconds ?? 0) / MINUTE_MS) * 1000).toBeCloseTo(120, 0);
  const hourThere = (minutes: number) =>
    Number(
      new Date(now - minutes * MINUTE_MS).toLocaleString('en-GB', {
        hour: '2-digit',
        timeZone: 'Europe/Paris',
      }),
    );
  const only = await read<AlarmStatistics>(`${period}&siteId=${there}`, admin);
  expect(only.byHour).toHaveLength(24);
  expect(only.byHour.flatMap((count, hour) => (count > 0 ? [hour] : []))).toEqual(
    [60, 120, 180].map(hourThere).toSorted((a, b) => a - b),
  );
  expect((await read<AlarmStatistics>(period, north)).total).toBe(3);
});

it('has an empty summary of a period without alarms, and refuses one that ends before it begins', async () => {
  expect(await read('statistics?from=0&to=1', admin)).toMatchObject({
    total: 0,
    acknowledgeMedian: null,
    bySite: [],
    byHour: Array(24).fill(0),
  });
  const { body } = await t.send('GET', '/alarm/log/statistics?from=5&to=5', { token: admin });
  expect(body.code).toBe(500);
});

it('shows of a running alarm whether its condition is met, and how it was compared', async () => {
  const ruleId = await addRemindingRule(t, 'Dust', 45);
  const alarmId = await addAlarm(t, { siteId: here, ruleId });
  await addState(t, { siteId: here, ruleId, alarmId });
  const { body } = await t.send('GET', `/alarm/log/${alarmId}`, { token: admin });
  expect(body['data']).toMatchObject({ isMet: true, remindMinutes: 45, compare: 'gt', state: 'active' });
});

interface AlarmPage {
  rows: { severity: string; siteName: string }[];
  total: number;
  estimated?: boolean;
}

async function list(query: string, token: string): Promise<AlarmPage> {
  const { body } = await t.send('GET', `/alarm/log/list?${query}`, { token });
  return body as unknown as AlarmPage;
}

it('sorts by the rank of severities and not by their names', async () => {
  const { rows } = await list('state=active&orderByColumn=severity&isAsc=descending', admin);
  expect([...new Set(rows.map(({ severity }) => severity))]).toEqual(['critical', 'major', 'minor', 'info']);
});

it('finds alarms by the present name and department of their site', async () => {
  const mine = await addSite(t, { mn: 'MINE' });
  await addAlarm(t, { siteId: mine });
  const before = (await list('', north)).total;
  await t.app.pool.query(`update site set site_name = 'Quay' where site_id = $1`, [mine]);
  expect((await list('siteName=MINE', admin)).total).toBe(0);
  expect((await list('siteName=qua', admin)).rows).toMatchObject([{ siteName: 'Quay' }]);
  await t.app.pool.query(`update site_entity set dept_id = 200 where entity_code = 'MINE'`);
  expect((await list('', north)).total).toBe(before + 1);
  await t.app.pool.query(
    `update site set entity_id = (select entity_id from site_entity where entity_code = 'HERE') where site_id = $1`,
    [mine],
  );
  expect((await list('', north)).total).toBe(before);
});

it('totals alarms as often as they are in the log, however they were added, changed, moved and removed', async () => {
  const { pool } = t.app;
  /** Pages of one row, so that the total has to be counted; the site of an alarm is no part of the tally. */
  const compareTotals = async () => {
    const all = `siteIds=${[here, there, ...extra].join('&siteIds=')}`;
    for (const token of [admin, north])
      for (const filter of [
        '',
        'state=active',
        'state=ended&severitys=major',
        'alarmTypes=offline',
        'deptId=200',
      ]) {
        const tallied = await list(`pageSize=1&${filter}`, token);
        expect(tallied.total, filter).toBe((await list(`pageSize=1&${filter}&${all}`, token)).total);
      }
  };
  const extra = (await pool.query('select site_id from site')).rows.map(({ site_id }) => site_id);
  const moved = await addSite(t, { mn: 'MOVED' });
  extra.push(moved);
  await addAlarm(t, { siteId: moved, severity: 'info' });
  await addAlarm(t, { siteId: moved, alarmType: 'offline', endedAt: t.clock.now() });
  await compareTotals();
  await pool.query(`update alarm_log set ended_at = now(), severity = 'major' where site_id = $1`, [moved]);
  await pool.query(`update site_entity set dept_id = 200 where entity_code = 'MOVED'`);
  await compareTotals();
  await Promise.all([foldTally(pool), foldTally(pool)]);
  await foldTally(pool);
  await compareTotals();
  const { rows } = await pool.query(
    'select from alarm_tally group by dept_id, state, severity, alarm_type having count(*) > 1',
  );
  expect(rows).toEqual([]);
  await pool.query('delete from site where site_id = $1', [moved]);
  await compareTotals();
});

it('finds alarms by one or two letters of a site name in any case', async () => {
  const totals = ['he', 'HE', 'hE', 'H', 'er', '', 'zz'].map(
    async (part) => (await list(`siteName=${part}&pageSize=1`, admin)).total,
  );
  const { rows } = await t.app.pool.query(
    `select count(*) filter (where site_name ilike '%he%')::int as he, count(*) filter (where site_name ilike '%h%')::int as h,
       count(*) filter (where site_name ilike '%er%')::int as er, count(*)::int as "all" from alarm_log`,
  );
  const { he, h, er, all } = rows[0];
  expect(await Promise.all(totals)).toEqual([he, he, he, h, er, all, 0]);
  expect((await list('siteName=he', north)).rows.every(({ siteName }) => siteName === 'THERE')).toBe(true);
});

it('lists the alarms of channels that were active within a range, within the data scope', async () => {
  const now = t.clock.now().getTime();
  const ask = async (token: string, more: Record<string, unknown>) => {
    const query = {
      siteIds: `${here},${there}`,
      channels: 'PM10',
      from: now - HOUR_MS,
      to: now - 5 * MINUTE_MS,
      ...more,
    };
    const search = Object.entries(query).map(([name, value]) => `${name}=${String(value)}`);
    return read<{ alarms: AlarmSpan[]; isComplete: boolean }>(`spans?${search.join('&')}`, token);
  };
  const { alarms, isComplete } = await ask(admin, {});
  expect(isComplete).toBe(true);
  expect(
    alarms.map(({ siteId, severity, from, to }) => [
      siteId,
      severity,
      Math.round((now - from) / MINUTE_MS),
      to,
    ]),
  ).toEqual([
    [here, 'critical', 10, null],
    [there, 'info', 60, null],
  ]);
  expect(alarms[0]).toMatchObject({
    channel: 'PM10',
    ruleName: 'Dust',
    value: 182,
    limit: 150,
    compare: 'gt',
  });
  expect((await ask(north, {})).alarms.map(({ siteId }) => siteId)).toEqual([there]);
  expect((await ask(admin, { siteIds: here })).alarms).toHaveLength(1);
  expect((await ask(admin, { channels: 'PM2.5' })).alarms).toEqual([]);
  const early = { from: now - 100 * MINUTE_MS, to: now - 95 * MINUTE_MS };
  expect(
    (await ask(admin, early)).alarms.map(({ to }) => Math.round((now - Number(to)) / MINUTE_MS)),
  ).toEqual([90]);
  const askIndex = async (index: string) => {
    const search = `siteIds=${here}&index=${index}&from=${now - HOUR_MS}&to=${now - 5 * MINUTE_MS}`;
    return (await read<{ alarms: AlarmSpan[] }>(`spans?${search}`, admin)).alarms;
  };
  expect(await askIndex('us')).toEqual([]);
  await t.app.pool.query(
    `update alarm_log set channel_id = null, index_code = 'us' where site_id = $1 and severity = 'critical'`,
    [here],
  );
  expect(await askIndex('us')).toMatchObject([{ siteId: here, channel: '*index', severity: 'critical' }]);
  expect(await askIndex('china')).toEqual([]);
});
