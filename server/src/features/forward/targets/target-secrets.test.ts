import { afterAll, describe, expect, it } from 'vitest';
import { openTestApp } from '../../../testing/app.ts';
import { makeResourceClient } from '../../../testing/resource-client.ts';

const t = await openTestApp();
afterAll(() => t.close());
const token = await t.login();
const targets = makeResourceClient(t, '/site/forwardTarget', token);
const entities = makeResourceClient(t, '/site/entity', token);

let count = 0;

async function addTarget(given: Record<string, unknown>) {
  const entityCode = `S${++count}`;
  const json = { entityCode, entityName: `主体${count}`, deptId: 100, orderNum: 1 };
  const entityId = await entities.add(json, ['entityCode', 'entityId']);
  const body = await targets.send('POST', '', { targetName: '省平台', entityId, ...given });
  if (body.code !== 200) throw new Error(body.msg);
  const [row] = await targets.list(`?entityId=${entityId}`);
  return { entityId, targetId: Number(row?.['targetId']) };
}

async function addSite(entityId: number, mn: string): Promise<number> {
  const { rows } = await t.app.pool.query(
    `insert into site (site_code, site_name, entity_id, mn, device_type_id) values ($1, $1, $2, $1, 1)
     returning site_id`,
    [mn, entityId],
  );
  return rows[0].site_id;
}

const broker = { protocol: 'mqtt', address: 'b.example:1883', topic: 'air', password: 'broker-pass' };

describe('a secret of a forwarding target', () => {
  it('does not go to another protocol when the entity changes the protocol of its addresses', async () => {
    const { entityId, targetId } = await addTarget({ ...broker, username: 'limpid' });
    const row = await entities.get(entityId);
    expect(row).toMatchObject({ forwardProtocol: 'mqtt', forwardAddress: 'b.example:1883' });
    expect((await entities.send('PUT', '', { ...row, forwardProtocol: 'hj212-2017' })).code).toBe(200);
    expect(await targets.get(targetId)).toMatchObject({ protocol: 'hj212-2017', password: false });
  });

  it('stays when the version of HJ 212 changes', async () => {
    const facts = { protocol: 'hj212-2017', address: 'a.example:1', password: 'abc123' };
    const { entityId, targetId } = await addTarget(facts);
    const row = await entities.get(entityId);
    await entities.send('PUT', '', { ...row, forwardProtocol: 'hj212-2025' });
    expect(await targets.get(targetId)).toMatchObject({ protocol: 'hj212-2025', password: true });
  });

  it('of one site is kept by its site, and dropped where the target moves', async () => {
    const { entityId, targetId } = await addTarget({ protocol: 'hj212-2017', address: 'a.example:1' });
    const [one, other] = [await addSite(entityId, 'PWONE'), await addSite(entityId, 'PWTWO')];
    const stored = async () => {
      const query = 'select sites from forward_target where target_id = $1';
      const { rows } = await t.app.pool.query(query, [targetId]);
      return (rows[0].sites as { siteId: number; password: string | null }[]).map(({ siteId, password }) => [
        siteId,
        password && t.app.secrets.open(password),
      ]);
    };
    const edit = async (given: object) =>
      targets.send('PUT', '', { ...(await targets.get(targetId)), ...given });
    const save = (sites: object[], more = {}) => edit({ sites, ...more });
    await save([
      { siteId: one, password: 'abc123' },
      { siteId: other, password: 'def456' },
    ]);
    const row = await targets.get(targetId);
    expect(row).toMatchObject({ sites: [{ password: true }, { password: true }] });
    await save((row['sites'] as object[]).toReversed());
    expect(await stored()).toEqual([
      [other, 'def456'],
      [one, 'abc123'],
    ]);
    await save([
      { siteId: one, password: true },
      { siteId: other, password: false },
    ]);
    expect(await stored()).toEqual([
      [one, 'abc123'],
      [other, null],
    ]);
    expect((await save([{ siteId: one, password: 'a;b' }])).code).toBe(500);
    await edit({ address: 'thief.example:1' });
    expect(await stored()).toEqual([
      [one, null],
      [other, null],
    ]);
    await save([{ siteId: one, password: 'new123' }], { address: 'next.example:1' });
    expect(await stored()).toEqual([[one, 'new123']]);
    const facts = await entities.get(entityId);
    await entities.send('PUT', '', { ...facts, forwardProtocol: 'hj212-2005' });
    expect(await stored()).toEqual([[one, 'new123']]);
    await edit({ protocol: 'mqtt', topic: 'air' });
    expect(await stored()).toEqual([[one, null]]);
  });

  it('does not get into the operation log', async () => {
    const secret = 'N0t-f0r-l0gs';
    const header = { headerName: 'X-Sign', headerValue: secret };
    const { targetId } = await addTarget({ protocol: 'json', address: 'https://c.example/', ...header });
    await targets.send('PUT', '', { targetId, headerValue: secret });
    await Promise.all(t.app.background);
    const { rows } = await t.app.pool.query(
      "select oper_param from sys_oper_log where method like '%/site/forwardTarget'",
    );
    expect(rows.length).toBeGreaterThan(1);
    expect(JSON.stringify(rows)).not.toContain(secret);
  });
});
