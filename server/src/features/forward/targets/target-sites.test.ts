import { afterAll, describe, expect, it } from 'vitest';
import { openTestApp } from '../../../testing/app.ts';
import { errorText } from '../../../testing/error-text.ts';
import { makeResourceClient } from '../../../testing/resource-client.ts';

const t = await openTestApp();
afterAll(() => t.close());
const token = await t.login();
const targets = makeResourceClient(t, '/site/forwardTarget', token);
const entities = makeResourceClient(t, '/site/entity', token);
const sites = makeResourceClient(t, '/site/site', token);

let count = 0;

const addEntity = () => {
  const entityCode = `P${++count}`;
  const json = { entityCode, entityName: `主体${count}`, deptId: 100, orderNum: 1 };
  return entities.add(json, ['entityCode', 'entityId']);
};

const siteFacts = (entityId: number, mn: string) => ({
  siteCode: mn,
  siteName: mn,
  entityId,
  mn,
  deviceTypeId: 1,
});
const addSite = (entityId: number, mn: string) => sites.add(siteFacts(entityId, mn), ['siteCode', 'siteId']);

async function addTarget(entityId: number, given: Record<string, unknown> = {}): Promise<number> {
  const address = `t${++count}.example:1`;
  const json = { targetName: address, protocol: 'hj212-2017', entityId, address, ...given };
  const body = await targets.send('POST', '', json);
  if (body.code !== 200) throw new Error(body.msg);
  return Number((await targets.list(`?address=${address}`))[0]?.['targetId']);
}

const resume = (targetId: number) => targets.send('PUT', '/changeStatus', { targetId, status: '0' });

describe('a listed site', () => {
  it('is shown with empty fields where only the site was given', async () => {
    const entityId = await addEntity();
    const siteId = await addSite(entityId, 'PLAIN');
    const id = await addTarget(entityId, { sites: [{ siteId }], factors: [{ channelCode: 'PM2.5' }] });
    expect(await targets.get(id)).toMatchObject({
      sites: [{ siteId, mn: null, systemCode: null, password: false }],
      factors: [{ channelCode: 'PM2.5', code: null, unit: null }],
    });
  });
});

describe('a site that a target no longer has', () => {
  it('does not keep the target from being resumed or edited', async () => {
    const entityId = await addEntity();
    const [kept, removed, moved] = [
      await addSite(entityId, 'KEPT'),
      await addSite(entityId, 'REMOVED'),
      await addSite(entityId, 'MOVED'),
    ];
    const list = [kept, removed, moved].map((siteId) => ({ siteId, mn: null, systemCode: null }));
    const id = await addTarget(entityId, { status: '1', allSites: false, sites: list });
    await sites.send('DELETE', `/${removed}`);
    await sites.send('PUT', '', { ...(await sites.get(moved)), entityId: await addEntity() });
    const row = await targets.get(id);
    expect(await resume(id)).toMatchObject({ code: 200 });
    expect(await targets.send('PUT', '', { ...row, targetName: 'renamed' })).toMatchObject({ code: 200 });
    expect(await targets.get(id)).toMatchObject({ targetName: 'renamed', sites: [{ siteId: kept }] });
  });

  it('was the last one: the target asks for another', async () => {
    const entityId = await addEntity();
    const siteId = await addSite(entityId, 'ONLY');
    const id = await addTarget(entityId, { status: '1', allSites: false, sites: [{ siteId }] });
    await sites.send('DELETE', `/${siteId}`);
    expect(await resume(id)).toMatchObject({ code: 500, msg: errorText('forward.sites_needed') });
  });
});

it('a channel that no longer exists does not keep the target from being resumed or edited', async () => {
  const entityId = await addEntity();
  const code = 'GONE';
  const channels = makeResourceClient(t, '/basic/channel', token);
  const channel = { channelCode: code, gbCode: 'gone01', channelName: code, orderNum: 1 };
  const channelId = await channels.add(channel, ['channelCode', 'channelId']);
  const factors = ['PM2.5', code].map((channelCode) => ({ channelCode, code: null, unit: null }));
  const id = await addTarget(entityId, { status: '1', factors });
  expect(await channels.send('DELETE', `/${channelId}`)).toMatchObject({ code: 200 });
  const row = await targets.get(id);
  expect(await resume(id)).toMatchObject({ code: 200 });
  expect(await targets.send('PUT', '', { ...row, targetName: 'renamed' })).toMatchObject({ code: 200 });
  expect(await targets.get(id)).toMatchObject({ factors: [{ channelCode: 'PM2.5' }] });
  const unknown = await targets.send('PUT', '', { ...row, factors: [...factors, { channelCode: 'NEVER' }] });
  expect(unknown).toMatchObject({ code: 500, field: 'factors' });
});

describe('an MN that another site has at a target', () => {
  it('is refused when a site is added, renamed or moved', async () => {
    const entityId = await addEntity();
    const one = await addSite(entityId, 'FIRST');
    const targetName = '省平台';
    await addTarget(entityId, { targetName, sites: [{ siteId: one, mn: 'outside1' }] });
    const refusal = {
      code: 500,
      msg: errorText('forward.mn_taken', { mn: 'OUTSIDE1', name: 'FIRST', target: targetName }),
    };
    expect(await sites.send('POST', '', siteFacts(entityId, 'OUTSIDE1'))).toMatchObject({
      ...refusal,
      field: 'mn',
    });
    const other = await addSite(entityId, 'SECOND');
    const row = await sites.get(other);
    expect(await sites.send('PUT', '', { ...row, mn: 'OUTSIDE1' })).toMatchObject({
      ...refusal,
      field: 'mn',
    });
    const elsewhere = await addSite(await addEntity(), 'OUTSIDE1');
    const moved = { ...(await sites.get(elsewhere)), entityId };
    expect(await sites.send('PUT', '', moved)).toMatchObject({ ...refusal, field: 'entityId' });
    // It may have the MN that the first site has here but not there.
    expect((await sites.send('PUT', '', { ...row, siteName: 'x' })).code).toBe(200);
  });

  it('does not matter where the target gets only one of them', async () => {
    const entityId = await addEntity();
    const siteId = await addSite(entityId, 'LISTED');
    await addTarget(entityId, { allSites: false, sites: [{ siteId, mn: 'OUTSIDE2' }] });
    expect((await sites.send('POST', '', siteFacts(entityId, 'OUTSIDE2'))).code).toBe(200);
  });

  it('is marked on the page of the target if it is there already', async () => {
    const entityId = await addEntity();
    const siteId = await addSite(entityId, 'THIRD');
    await addSite(entityId, 'FOURTH');
    const id = await addTarget(entityId, { sites: [{ siteId, mn: 'OUTSIDE3' }] });
    const readMarks = async () => {
      const { body } = await t.send('GET', `/site/forwardTarget/lanes/${id}`, { token });
      return (body['data'] as { isMnShared: boolean }[]).map(({ isMnShared }) => isMnShared);
    };
    expect(await readMarks()).toEqual([false, false]);
    await t.app.pool.query("update site set mn = 'Outside3' where mn = 'FOURTH'");
    expect(await readMarks()).toEqual([true, true]);
  });
});

describe('a simulated site', () => {
  it('belongs only to simulated targets: it is neither shown, listed nor counted for an MN at others', async () => {
    const entityId = await addEntity();
    const [real, simulated] = [await addSite(entityId, 'REAL'), await addSite(entityId, 'SIM')];
    await t.app.pool.query('update site set simulated = true where site_id = $1', [simulated]);
    const sited = [{ siteId: real, mn: 'SIM' }, { siteId: simulated }];
    const id = await addTarget(entityId, { sites: sited });
    expect(await targets.get(id)).toMatchObject({ sites: [{ siteId: real, mn: 'SIM' }] });
    const readLanes = async () =>
      (await t.send('GET', `/site/forwardTarget/lanes/${id}`, { token })).body['data'];
    expect(await readLanes()).toMatchObject([{ siteId: real, isMnShared: false }]);
    expect(
      await targets.send('POST', '', {
        targetName: 'none',
        protocol: 'hj212-2017',
        entityId,
        address: 'none.example:1',
        allSites: false,
        sites: [{ siteId: simulated }],
      }),
    ).toMatchObject({ code: 500, msg: errorText('forward.sites_needed') });
    // Nor is a real site refused because of the MN of a simulated one.
    expect(await sites.send('PUT', '', { siteId: real, ...siteFacts(entityId, 'REAL2') })).toMatchObject({
      code: 200,
    });
    await t.app.pool.query(
      `update forward_target set simulated = true, address = '127.0.0.1:9', sites = '[]' where target_id = $1`,
      [id],
    );
    expect(await readLanes()).toMatchObject([{ siteId: real }, { siteId: simulated }]);
  });
});
