import { afterAll, expect, it } from 'vitest';
import { openTestApp } from '../../../testing/app.ts';
import { addPerson, personPassword } from '../../../testing/people.ts';
import { makeResourceClient } from '../../../testing/resource-client.ts';

const t = await openTestApp();
afterAll(() => t.close());

const [operator, viewer] = [2, 3];

async function logIn(name: string, role: number): Promise<string> {
  const userId = await addPerson(t, name, [], 100);
  await t.app.pool.query('insert into sys_user_role (user_id, role_id) values ($1, $2)', [userId, role]);
  return t.login(name, personPassword);
}

it.each([
  ['operators', operator, 200],
  ['viewers', viewer, 403],
])(
  '%s see targets, log and reissues; only operators pause targets, and neither edits them',
  async (name, role, may) => {
    const admin = makeResourceClient(t, '/site/forwardTarget', await t.login());
    const { rows } = await t.app.pool.query(
      `insert into site_entity (entity_code, entity_name, dept_id) values ($1, $1, 100) returning entity_id`,
      [name],
    );
    const entityId: unknown = rows[0].entity_id;
    const targetId = await admin.add(
      { targetName: name, entityId, protocol: 'hj212-2017', address: 'a.example:1', password: 'secret' },
      ['targetName', 'targetId'],
    );
    const token = await logIn(name, role);
    const own = makeResourceClient(t, '/site/forwardTarget', token);
    const row = await own.get(targetId);
    expect(row).toMatchObject({ targetName: name, password: true });
    for (const path of ['/log/forward', '/data/reissue'])
      expect((await t.send('GET', `${path}/list`, { token })).body).toMatchObject({ code: 200 });
    for (const status of ['1', '0'])
      expect((await own.send('PUT', '/changeStatus', { targetId, status })).code).toBe(may);
    expect((await own.send('PUT', '', { ...row, password: 'other' })).code).toBe(403);
    expect((await own.send('DELETE', `/${targetId}`)).code).toBe(403);
    const choice = {
      siteIds: [1],
      targetIds: [targetId],
      kinds: [2061],
      from: 0,
      to: 1,
      acknowledged: false,
    };
    for (const path of ['/data/reissue', '/data/reissue/preview'])
      expect((await t.send('POST', path, { token, json: choice })).body).toMatchObject({ code: 403 });
  },
);
