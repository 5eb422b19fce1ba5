import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSheet } from '../../../platform/sheets/read-sheet.ts';
import { openTestApp } from '../../../testing/app.ts';
import { errorText } from '../../../testing/error-text.ts';
import { addDepartment, addPerson, personPassword } from '../../../testing/people.ts';
import { makeResourceClient } from '../../../testing/resource-client.ts';
import { soon } from '../../../testing/soon.ts';
import { addSite } from '../../../testing/stations.ts';
import { wrapFile } from '../../../testing/upload.ts';

const t = await openTestApp();
afterAll(() => t.close());
const { pool } = t.app;
const token = await t.login();
const rules = makeResourceClient(t, '/alarm/config', token);
const key = ['ruleName', 'ruleId'] as const;
const permissions = ['list', 'query', 'add', 'edit', 'remove'].map((action) => `alarm:config:${action}`);
let [near, far] = [0, 0];
let nearEntity = 0;

const entityOf = async (siteId: number): Promise<number> =>
  (await pool.query('select entity_id from site where site_id = $1', [siteId])).rows[0].entity_id;

beforeAll(async () => {
  await addDepartment(t, 110, 100, [0, 100]);
  await addDepartment(t, 120, 100, [0, 100]);
  near = await addSite(t, { mn: 'NEAR', deptId: 110 });
  far = await addSite(t, { mn: 'FAR', deptId: 120 });
  nearEntity = await entityOf(near);
  await pool.query(`update site_entity set entity_group = 'Valley' where entity_id = $1`, [nearEntity]);
});

const channelId = async (code: string): Promise<number> =>
  (await pool.query('select channel_id from basic_channel where channel_code = $1', [code])).rows[0]
    .channel_id;

const pm25 = await channelId('PM2.5');
const maxPm25: number = (
  await pool.query('select max_value from basic_channel where channel_id = $1', [pm25])
).rows[0].max_value;
const plain = (ruleName: string, more = {}) => ({
  ruleName,
  alarmType: 'limit',
  severity: 'minor',
  target: 'deviceType',
  deviceTypeId: 1,
  channelId: pm25,
  basis: 'minute',
  compare: 'gt',
  threshold: 75,
  deadBand: 5,
  intervalUnit: 'min',
  ...more,
});
const add = (ruleName: string, more = {}) => rules.add(plain(ruleName, more), key);

describe('an alarm rule', () => {
  it('keeps the fields of its type and names its target and channel', async () => {
    const id = await add('kept', { siteId: near, entityId: nearEntity, windowHours: 5, rateMinutes: 3 });
    expect(await rules.get(id)).toMatchObject({
      target: 'deviceType',
      siteId: null,
      entityId: null,
      windowHours: null,
      rateMinutes: null,
      channelCode: 'PM2.5',
      channelUnit: 'µg/m³',
      targetName: '环境空气自动站',
      threshold: 75,
      problem: null,
    });
  });

  it('belongs to the department of its site or entity, and otherwise to the caller’s', async () => {
    for (const [name, more, deptId] of [
      ['of site', { target: 'site', siteId: near }, 110],
      ['of entity', { target: 'entity', entityId: nearEntity }, 110],
      ['of group', { target: 'group', entityGroup: 'Valley' }, 100],
      ['of type', {}, 100],
      ['of type below', { deptId: 120 }, 120],
    ] as const)
      expect(await rules.get(await add(name, more)), name).toMatchObject({ deptId });
  });

  it.each([
    ['alarm_rule.group', { target: 'group', entityGroup: 'Nowhere' }, { name: 'Nowhere' }],
    ['alarm_rule.target_gone', { target: 'site', siteId: 9999 }, { label: 'alarm.rule.fields.siteId' }],
    ['alarm_rule.target_gone', { deviceTypeId: 9999 }, { label: 'alarm.rule.fields.deviceTypeId' }],
    ['alarm_rule.channel_gone', { channelId: 9999 }, {}],
    ['field.required', { threshold: null }, { label: 'alarm.rule.fields.threshold' }],
    ['field.choice', { alarmType: 'system' }, { label: 'alarm.rule.fields.alarmType' }],
    [
      'alarm_rule.threshold_range',
      { threshold: 1e6 },
      { channel: '细颗粒物 PM2.5', min: 0, max: maxPm25, unit: 'µg/m³' },
    ],
    ['alarm_rule.dead_band', { deadBand: 75 }, { limit: 75, unit: 'µg/m³' }],
    ['field.taken', { ruleName: 'taken' }, { label: 'alarm.rule.fields.ruleName' }],
  ] as const)('is refused with %s: %j', async (error, more, params) => {
    await rules.send('POST', '', plain('taken'));
    const body = await rules.send('POST', '', plain(`refused ${error}`, more));
    expect(body.msg).toBe(errorText(error, params));
  });

  it('is refused with the name of a channel that its target does not measure', async () => {
    const { rows } = await pool.query(
      `select channel_id, channel_name from basic_channel where channel_id not in (
         select channel_id from basic_device_type_channel where device_type_id = 1) limit 1`,
    );
    const given = plain('elsewhere', { channelId: rows[0].channel_id, threshold: 1, deadBand: null });
    expect((await rules.send('POST', '', given)).msg).toBe(
      errorText('alarm_rule.not_measured', { target: '环境空气自动站', channel: rows[0].channel_name }),
    );
  });

  it('is checked as a whole when only a part of it changes', async () => {
    const id = await add('partly');
    const change = (values: object) => rules.send('PUT', '', { ...plain('partly'), ruleId: id, ...values });
    expect((await change({ deadBand: 80 })).code).toBe(500);
    expect((await change({ threshold: 90, deadBand: 80 })).code).toBe(200);
    expect((await change({ alarmType: 'offline' })).code).toBe(200);
    expect(await rules.get(id)).toMatchObject({ threshold: null, channelId: null, compare: null });
  });

  it('can be disabled but not enabled after its channel was removed', async () => {
    const { rows } = await pool.query(
      `with slot as (insert into basic_slot values (9001) returning slot), made as (
         insert into basic_channel (channel_code, gb_code, channel_name, slot) select 'XG', 'XG', 'XG', slot from slot
         returning channel_id)
       insert into basic_device_type_channel select 1, channel_id from made returning channel_id`,
    );
    const gone: number = rows[0].channel_id;
    const id = await add('on a removed channel', { channelId: gone });
    await pool.query('delete from basic_device_type_channel where channel_id = $1', [gone]);
    await pool.query('delete from basic_channel where channel_id = $1', [gone]);
    expect(await rules.get(id)).toMatchObject({ problem: 'channel', channelId: null, status: '0' });
    const turn = (status: string) => rules.send('PUT', '/changeStatus', { ruleId: id, status });
    expect((await turn('1')).code).toBe(200);
    expect((await turn('0')).msg).toBe(errorText('alarm_rule.channel_or_index'));
  });

  it('keeps a department from being removed', async () => {
    await addDepartment(t, 130, 100, [0, 100]);
    await add('in the way', { deptId: 130 });
    const { body } = await t.send('DELETE', '/system/dept/130', { token });
    expect(body.msg).toBe(errorText('department.has_rules', { name: 'department 130' }));
  });
});

describe('the data scope of rules', () => {
  it('limits targets to sites, entities and departments that the caller reaches', async () => {
    await addPerson(t, 'valley', [{ permissions, dataScope: '3' }], 110);
    const valley = makeResourceClient(t, '/alarm/config', await t.login('valley', personPassword));
    const farEntity = await entityOf(far);
    for (const more of [
      { target: 'site', siteId: far },
      { target: 'entity', entityId: farEntity },
      { deptId: 120 },
    ])
      expect((await valley.send('POST', '', plain('scope', more))).code, JSON.stringify(more)).toBe(403);
    const id = await valley.add(plain('own', { target: 'site', siteId: near }), key);
    const moved = await valley.send('PUT', '', { ...plain('own'), ruleId: id, target: 'site', siteId: far });
    expect(moved.code).toBe(403);
    const listed = async (query: string) =>
      (await valley.send('GET', `/targets?${query}`))['data'] as {
        choices: { name: string }[];
        total: number;
      };
    expect((await listed('target=site')).choices.map(({ name }) => name)).toEqual(['NEAR']);
    expect((await listed('target=site&search=far')).total).toBe(0);
    expect((await listed('target=entity')).choices.map(({ name }) => name)).toEqual(['NEAR']);
    expect((await listed('target=group')).choices.map(({ name }) => name)).toEqual(['Valley']);
    expect((await listed('target=deviceType')).total).toBeGreaterThan(1);
  });
});

describe('the choices for a target', () => {
  it('have the channels of their device types, and the one that the limits of sites are for', async () => {
    const { rows } = await pool.query(
      'select channel_id from basic_device_type_channel where device_type_id = 1 order by order_num, channel_id',
    );
    const all = rows.map(({ channel_id }) => channel_id);
    for (const target of ['site', 'entity', 'group', 'deviceType']) {
      const { data } = (await rules.send(
        'GET',
        `/targets?target=${target}&id=${{ site: near, entity: nearEntity, deviceType: 1 }[target] ?? ''}`,
      )) as unknown as {
        data: { choices: { channelIds: number[]; limitChannelIds: number[] }[] };
      };
      expect(new Set(data.choices[0]?.channelIds), target).toEqual(new Set(all));
      expect(data.choices[0]?.limitChannelIds, target).toEqual([all[0]]);
    }
  });
});

describe('the rules of a site', () => {
  it('say which of them apply, which are replaced, and why others do not', async () => {
    await pool.query('delete from alarm_rule');
    await add('type');
    await add('entity', { target: 'entity', entityId: nearEntity });
    await add('off', { status: '1' });
    await add('limit of the site', {
      siteLimit: true,
      compare: 'lt',
      channelId: (
        await pool.query(
          'select channel_id from basic_device_type_channel where device_type_id = 1 order by order_num, channel_id',
        )
      ).rows[0].channel_id,
    });
    await add('elsewhere', { target: 'site', siteId: far });
    const { data } = (await rules.send('GET', `/site/${near}`)) as unknown as {
      data: {
        siteName: string;
        rules: { rule: { ruleName: string }; applies: boolean; reason: string; replacedBy: string }[];
      };
    };
    expect(data.siteName).toBe('NEAR');
    expect(
      data.rules.map(({ rule, applies, reason, replacedBy }) => [rule.ruleName, applies, reason, replacedBy]),
    ).toEqual([
      ['type', false, 'replaced', 'entity'],
      ['entity', true, null, null],
      ['off', false, 'disabled', null],
      ['limit of the site', false, 'noLimit', null],
    ]);
  });

  it('are shown to those who may look at the site, and to nobody else', async () => {
    await addPerson(t, 'looks', [{ permissions: ['site:site:query'], dataScope: '3' }], 110);
    await addPerson(t, 'idle', [{ permissions: ['data:trend:list'] }], 110);
    const looks = await t.login('looks', personPassword);
    expect((await t.send('GET', `/alarm/config/site/${near}`, { token: looks })).body.code).toBe(200);
    expect((await t.send('GET', `/alarm/config/site/${far}`, { token: looks })).body.code).toBe(500);
    const idle = await t.login('idle', personPassword);
    expect((await t.send('GET', `/alarm/config/site/${near}`, { token: idle })).body.code).toBe(403);
  });
});

describe('a sheet of rules', () => {
  it('can be exported, and imported again with targets and channels by code', async () => {
    await pool.query('delete from alarm_rule');
    await add('limit', { target: 'site', siteId: near, forSeconds: 300 });
    await add('own limit', { target: 'site', siteId: near, threshold: null, siteLimit: true });
    await add('offline', { alarmType: 'offline', target: 'group', entityGroup: 'Valley' });
    await add('entity', { target: 'entity', entityId: nearEntity });
    await add('type');
    const before = await rules.list();
    const { bytes } = await t.send('POST', '/alarm/config/export', { token, json: {} });
    const sheet = await readSheet(bytes);
    expect(sheet.rows).toHaveLength(5);
    await pool.query('delete from alarm_rule');
    const { body } = await t.send('POST', '/alarm/config/importData', {
      token,
      ...wrapFile(bytes),
    });
    expect(body['data']).toMatchObject({ added: 5, failed: [] });
    const facts = (row: Record<string, unknown>) => ({ ...row, ruleId: 0, createTime: '', updateTime: '' });
    expect((await rules.list()).map(facts)).toEqual(before.map(facts));
  });
});

describe('removing rules', () => {
  it('tells how many alarms are running first', async () => {
    const id = await add('running');
    await pool.query(
      `insert into alarm_log (site_id, rule_id, rule_name, alarm_type, severity, basis, peak_at, raised_at, message_at)
       values ($1, $2, 'running', 'limit', 'minor', 'minute', now(), now(), now())`,
      [near, id],
    );
    expect((await rules.send('GET', `/running?ruleIds=${id}`))['data']).toEqual({ count: 1 });
  });

  it('removes those of the demonstration with its last site', async () => {
    const id = await add('demo');
    await pool.query('update alarm_rule set simulated = true where rule_id = $1', [id]);
    await pool.query('update site set simulated = true where site_id = $1', [far]);
    await t.send('DELETE', '/site/site/simulated', { token });
    await soon(
      async () => (await pool.query('select from alarm_rule where rule_id = $1', [id])).rowCount,
    ).toBe(0);
  });
});
