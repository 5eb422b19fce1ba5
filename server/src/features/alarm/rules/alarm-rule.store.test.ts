import { afterAll, describe, expect, it } from 'vitest';
import { openTestApp } from '../../../testing/app.ts';
import { addDepartment } from '../../../testing/people.ts';
import { addSite } from '../../../testing/stations.ts';
import { listRuleSites, listRules } from './alarm-rule.store.ts';

const t = await openTestApp();
afterAll(() => t.close());
const { pool, db } = t.app;

async function insertRule(name: string, columns: Record<string, unknown>): Promise<number> {
  const all = {
    alarm_type: 'limit',
    severity: 'minor',
    target: 'deviceType',
    device_type_id: 1,
    dept_id: 100,
    ...columns,
    rule_name: name,
  };
  const { rows } = await pool.query(
    `insert into alarm_rule (${Object.keys(all).join()})
     values (${Object.keys(all).map((_, index) => `$${index + 1}`)}) returning rule_id`,
    Object.values(all),
  );
  return rows[0].rule_id;
}

describe('the store of rules', () => {
  it('lists enabled rules with their channel', async () => {
    await insertRule('PM2.5', { channel_id: 1, has_channel: true, compare: 'gt', threshold: 75 });
    await insertRule('off', { alarm_type: 'offline', status: '1' });
    const [rule, ...others] = await listRules(db);
    expect(others).toEqual([]);
    const channel = (await pool.query('select * from basic_channel where channel_id = 1')).rows[0];
    expect(rule).toMatchObject({
      ruleName: 'PM2.5',
      threshold: 75,
      deptId: 100,
      deviceTypeId: 1,
      problem: null,
    });
    expect(rule?.channel).toEqual({
      channelId: 1,
      channelCode: channel.channel_code,
      gbCode: channel.gb_code,
      channelName: channel.channel_name,
      channelNameEn: channel.channel_name_en,
      channelNameFr: channel.channel_name_fr,
      dataType: channel.data_type,
      slot: channel.slot,
      unit: channel.unit,
      decimals: channel.decimals,
      minValue: channel.min_value,
      maxValue: channel.max_value,
    });
    expect((await listRules(db, 'all')).map(({ ruleName }) => ruleName)).toEqual(['PM2.5', 'off']);
  });

  it('keeps a rule whose channel was removed, as one with a problem', async () => {
    const { rows } = await pool.query(
      `with slot as (insert into basic_slot values (9000) returning slot)
       insert into basic_channel (channel_code, gb_code, channel_name, slot) select 'gone', 'gone', 'gone', slot from slot
       returning channel_id`,
    );
    const id = await insertRule('flat', {
      alarm_type: 'quality',
      quality_kind: 'flat',
      channel_id: rows[0].channel_id,
      has_channel: true,
    });
    await pool.query('delete from basic_channel where channel_id = $1', [rows[0].channel_id]);
    const rule = (await listRules(db)).find(({ ruleId }) => ruleId === id);
    expect(rule).toMatchObject({ problem: 'channel', channelId: null, channel: null });
  });

  it('moves the rule of an entity with the entity to another department', async () => {
    await addDepartment(t, 110, 100, [100]);
    const siteId = await addSite(t, { mn: 'M1' });
    const [site] = await listRuleSites(db, [siteId]);
    expect(site).toMatchObject({ siteId, deviceTypeId: 1, entityGroup: null });
    const id = await insertRule('offline', {
      alarm_type: 'offline',
      target: 'entity',
      entity_id: site?.entityId,
      device_type_id: null,
    });
    await pool.query('update site_entity set dept_id = 110 where entity_id = $1', [site?.entityId]);
    expect((await listRules(db)).find(({ ruleId }) => ruleId === id)?.deptId).toBe(110);
    expect((await listRuleSites(db)).find((one) => one.siteId === siteId)?.departments).toEqual([100, 110]);
  });
});
