import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { addPerson, personPassword } from '../../../testing/people.ts';
import { addSite } from '../../../testing/stations.ts';
import { findTestChannel } from '../../alarm/evaluation/alarm.fixture.ts';
import { addCannon } from '../cannon.fixture.ts';
import { addLinkageRule, storeMinutes } from './linkage.fixture.ts';
import { listLinkages } from './linkage.store.ts';

type Row = Record<string, unknown>;

let t: TestApp;
let token: string;
let cannonId: number;
let siteId: number;
let entityId: number;
/** A site of the same entity that measures PM10 and nothing else. */
let plainSiteId: number;
beforeAll(async () => {
  t = await openTestApp();
  token = await t.login();
  ({ cannonId, siteId } = await addCannon(t, { port: 1 }));
  entityId = await findEntity(cannonId);
  const { rows } = await t.app.pool.query(
    `with plain as (
       insert into basic_device_type (type_code, type_name) values ('PLAIN', 'PLAIN') returning device_type_id
     )
     insert into basic_device_type_channel (device_type_id, channel_id) select device_type_id, $1 from plain
     returning device_type_id`,
    [findTestChannel(t, 'PM10').channelId],
  );
  plainSiteId = await addSite(t, { mn: 'PLAIN', deviceTypeId: rows[0].device_type_id });
  await t.app.pool.query('update site set entity_id = $1 where site_id = $2', [entityId, plainSiteId]);
});
afterAll(() => t.close());

async function findEntity(ofCannon: number): Promise<number> {
  const { rows } = await t.app.pool.query('select entity_id from fog_cannon where cannon_id = $1', [
    ofCannon,
  ]);
  return rows[0].entity_id;
}

let count = 0;
/** A rule that is saved as it is. */
function makeRule(changes: Row = {}): Row {
  return {
    ruleName: `rule ${++count}`,
    entityId,
    cannonIds: [cannonId],
    channelId: findTestChannel(t, 'PM10').channelId,
    basis: 'realtime',
    compare: 'gt',
    threshold: 150,
    deadBand: 50,
    ...changes,
  };
}

async function add(changes: Row = {}): Promise<Row> {
  const { body } = await t.send('POST', '/fog/linkage?lang=en', { token, json: makeRule(changes) });
  return body;
}

async function read(ruleId: number): Promise<Row> {
  const { body } = await t.send('GET', `/fog/linkage/${ruleId}`, { token });
  return body['data'] as Row;
}

async function preview(rule: Row): Promise<Row> {
  const { body } = await t.send('POST', '/fog/linkage/preview?lang=en', { token, json: rule });
  return body;
}

const isEvaluated = async (id: number) => (await listLinkages(t.app.db)).some(({ ruleId }) => ruleId === id);

describe('a linkage rule', () => {
  it('is stored with its cannons, changed and removed', async () => {
    const ruleName = 'whole';
    const window = { fromTime: '08:00', toTime: '20:00', fromDay: '11-15', toDay: '03-15' };
    expect(await add({ ruleName, ...window, maxWind: 8, dryRun: true })).toMatchObject({ code: 200 });
    const { body: list } = await t.send('GET', `/fog/linkage/list?ruleName=${ruleName}`, { token });
    const [row] = list['rows'] as Row[];
    expect(row).toMatchObject({ priority: 100, dryRun: true, problem: null, ...window });
    const ruleId = Number(row?.['ruleId']);
    const stored = await read(ruleId);
    expect([stored['cannonIds'], await isEvaluated(ruleId)]).toEqual([[cannonId], true]);
    const json = { ...stored, threshold: 160, fromTime: null, toTime: null };
    expect((await t.send('PUT', '/fog/linkage', { token, json })).body['code']).toBe(200);
    expect(await read(ruleId)).toMatchObject({ threshold: 160, fromTime: null, fromDay: '11-15' });
    await t.send('DELETE', `/fog/linkage/${ruleId}`, { token });
    expect(await isEvaluated(ruleId)).toBe(false);
  });

  it.each<[string, Row | (() => Row | Promise<Row>), field: string, text: string]>([
    ['a threshold outside the range', { threshold: 1e6 }, 'threshold', 'PM10'],
    ['a dead band beyond the range', { deadBand: 151 }, 'deadBand', 'too wide'],
    ['half a daily window', { fromTime: '08:00' }, 'toTime', 'required'],
    ['the other half', { toTime: '20:00' }, 'fromTime', 'required'],
    ['half a season', { toDay: '03-15' }, 'fromDay', 'required'],
    ['a window without length', { fromTime: '08:00', toTime: '08:00' }, 'toTime', ''],
    ['a time that no clock shows', { fromTime: '24:00', toTime: '08:00' }, 'fromTime', 'format'],
    ['a day that February never has', { fromDay: '11-15', toDay: '02-30' }, 'toDay', 'format'],
    ['a day that no year has', { fromDay: '13-01', toDay: '03-15' }, 'fromDay', 'format'],
    ['a minimum run beyond the maximum', { minRunSeconds: 120, maxRunMinutes: 1 }, 'minRunSeconds', ''],
    ['a limit of rain without its channel', { maxRain: 1 }, 'rainChannelId', 'required'],
    ['no cannons', { cannonIds: [] }, 'cannonIds', ''],
    [
      'a cannon of another entity',
      async () => ({ cannonIds: [cannonId, (await addCannon(t, { port: 2 })).cannonId] }),
      'cannonIds',
      'entity',
    ],
    ['a cannon that does not exist', { cannonIds: [999_999] }, 'cannonIds', ''],
    ['a channel that does not exist', { channelId: 999_999 }, 'channelId', ''],
    [
      'a site that does not measure the channel',
      () => ({ siteId: plainSiteId, channelId: findTestChannel(t, 'PM2.5').channelId }),
      'channelId',
      'cannon',
    ],
    ['a site that does not measure the wind', () => ({ siteId: plainSiteId, maxWind: 8 }), 'maxWind', 'wind'],
  ])('with %s is refused at its field', async (_, changes, field, text) => {
    const given = typeof changes === 'function' ? await changes() : changes;
    const body = await add(given);
    expect(body).toMatchObject({ code: 500, field });
    expect(String(body['msg'])).toContain(text);
  });

  it('whose channel was removed says so and is not evaluated', async () => {
    const channel = { channelCode: 'FOGX', channelName: 'FOGX', gbCode: 'zz9001', decimals: 0, orderNum: 1 };
    await t.send('POST', '/basic/channel', { token, json: channel });
    const { rows } = await t.app.pool.query(
      `select channel_id from basic_channel where channel_code = 'FOGX'`,
    );
    const ruleId = await addLinkageRule(t, [cannonId], { channel_id: rows[0].channel_id });
    expect(await isEvaluated(ruleId)).toBe(true);
    const { body } = await t.send('DELETE', `/basic/channel/${rows[0].channel_id}`, { token });
    expect(body['code']).toBe(200);
    expect((await read(ruleId))['problem']).toBe('channel');
    expect(await isEvaluated(ruleId)).toBe(false);
  });

  it('whose site was removed does not take another one, not even when it is enabled again', async () => {
    const goneId = await addSite(t, { mn: 'GONE' });
    const ruleId = await addLinkageRule(t, [cannonId], { site_id: goneId, has_site: true });
    await t.app.pool.query('delete from site where site_id = $1', [goneId]);
    const setStatus = async (status: string) =>
      (await t.send('PUT', '/fog/linkage/changeStatus?lang=en', { token, json: { ruleId, status } })).body;
    expect(await setStatus('1')).toMatchObject({ code: 200 });
    expect(await setStatus('0')).toMatchObject({ code: 500 });
    expect(await read(ruleId)).toMatchObject({ problem: 'site', status: '1' });
    expect(await isEvaluated(ruleId)).toBe(false);
    // A person who saves it without a site wants that of each cannon.
    const json = { ...(await read(ruleId)), status: '0', siteId: null };
    expect((await t.send('PUT', '/fog/linkage', { token, json })).body['code']).toBe(200);
    expect(await isEvaluated(ruleId)).toBe(true);
  });

  it('does not take the nearest site for a cannon whose own one was removed', async () => {
    const gone = await addCannon(t, { has_site: true });
    const ruleId = await addLinkageRule(t, [gone.cannonId]);
    expect(await isEvaluated(ruleId)).toBe(true);
    await t.app.pool.query('update fog_cannon set longitude = 116, latitude = 40 where cannon_id = $1', [
      gone.cannonId,
    ]);
    await addSite(t, { mn: 'NEAR' });
    await t.app.pool.query(
      `update site set longitude = 116, latitude = 40,
         entity_id = (select entity_id from fog_cannon where cannon_id = $1) where mn = 'NEAR'`,
      [gone.cannonId],
    );
    await t.app.pool.query('delete from site where site_id = $1', [gone.siteId]);
    expect(await isEvaluated(ruleId)).toBe(false);
    const { body } = await t.send('GET', `/fog/gun/${gone.cannonId}?lang=en`, { token });
    const cannon = body['data'] as Row;
    expect(cannon['problem']).toBe('The measuring site was removed: edit the cannon and choose again');
    // A person who saves it without a site wants the nearest one.
    const edit = await t.send('PUT', '/fog/gun', { token, json: { ...cannon, siteId: null } });
    expect(edit.body['code']).toBe(200);
    expect(await isEvaluated(ruleId)).toBe(true);
  });

  it('offers cannons, sites and measured channels of its entity', async () => {
    const { body } = await t.send('GET', `/fog/linkage/choices?entityId=${entityId}`, { token });
    const { cannons, sites, channels } = body['data'] as Record<string, Row[]>;
    expect(cannons?.map(({ id }) => id)).toEqual([cannonId]);
    expect(sites?.map(({ id }) => id).toSorted()).toEqual([siteId, plainSiteId].toSorted());
    expect(channels?.map(({ id }) => id)).toContain(findTestChannel(t, 'PM10').channelId);
  });

  it('offers nothing of an entity outside the data scope', async () => {
    await addPerson(t, 'fog.outsider', [{ permissions: ['fog:linkage:list'], dataScope: '5' }]);
    const outsider = await t.login('fog.outsider', personPassword);
    const path = `/fog/linkage/choices?entityId=${entityId}`;
    const { body } = await t.send('GET', path, { token: outsider });
    expect(body['data']).toEqual({ cannons: [], sites: [], channels: [] });
  });
});

describe('a preview', () => {
  beforeAll(() => storeMinutes(t, siteId, [120, 182, 190, 188, 96, 92, 90, 88], 10));

  it('of a rule that is not stored shows the runs that it would have made, and switches nothing', async () => {
    const { code, data } = await preview(makeRule({ minRunSeconds: 0 }));
    expect(code).toBe(200);
    expect(data).toMatchObject({ cannonId, count: 1, total: { cannons: 1, count: 1 }, invalid: 0 });
    const [run] = (data as { runs: Row[] }).runs;
    expect(run).toMatchObject({ startValues: [182, 190, 188], endReason: 'normal', endValues: [96, 92, 90] });
    const { seconds, water } = data as { seconds: number; water: number };
    // 60 litres a minute.
    expect(water).toBeCloseTo(seconds, 6);
    const { rows } = await t.app.pool.query('select count(*)::int as n from fog_order');
    expect(rows[0].n).toBe(0);
  });

  it('of a stored rule is that of the same settings', async () => {
    const ruleId = await addLinkageRule(t, [cannonId]);
    const { data } = await preview(await read(ruleId));
    expect(data).toMatchObject({ cannonId, count: 1 });
  });

  it('counts how often the cannon was held back', async () => {
    const { data } = await preview(makeRule({ maxWind: 8 }));
    expect(data).toMatchObject({ count: 0, holds: [{ reason: 'weather', count: 1 }] });
  });

  it('of a rule that cannot be saved names the field', async () => {
    expect(await preview(makeRule({ threshold: 1e6 }))).toMatchObject({ code: 500, field: 'threshold' });
    expect(await preview(makeRule({ cannonIds: [] }))).toMatchObject({ code: 500, field: 'cannonIds' });
  });

  it('of a site without values is empty', async () => {
    const { data } = await preview(makeRule({ siteId: plainSiteId }));
    expect(data).toMatchObject({ siteId: plainSiteId, values: 0, count: 0, runs: [], water: 0 });
  });
});

describe('manual control', () => {
  it('lasts until the cannon is given back to the rules', async () => {
    const manualUntil = async () => {
      const { body } = await t.send('GET', `/fog/gun/${cannonId}`, { token });
      return (body['data'] as Row)['manualUntil'];
    };
    await t.send('POST', `/fog/gun/operate/${cannonId}`, { token, json: { action: 'off' } });
    expect(await manualUntil()).toEqual(expect.any(String));
    const { body } = await t.send('POST', `/fog/gun/release/${cannonId}`, { token });
    expect([body['code'], await manualUntil()]).toEqual([200, null]);
    const unknown = await t.send('POST', '/fog/gun/release/999999', { token });
    expect(unknown.body['code']).toBe(500);
  });
});
