import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { translate } from '../../../platform/texts.ts';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { errorText } from '../../../testing/error-text.ts';
import { addPerson, personPassword } from '../../../testing/people.ts';
import { addDepartmentTree, addRoleManager, readRole, storeRole } from './role.fixture.ts';

let t: TestApp;
let admin: string;
let manager: Awaited<ReturnType<typeof addRoleManager>>;
let near: number;
let below: number;
let far: number;
let roleId: number;

beforeAll(async () => {
  t = await openTestApp();
  admin = await t.login();
  await addDepartmentTree(t);
  manager = await addRoleManager(t, 'manager');
  near = await addPerson(t, 'near', [], 110);
  below = await addPerson(t, 'below', [], 111);
  far = await addPerson(t, 'far', [], 120);
  roleId = await storeRole(t, 'shared', { ownerId: manager.userId, holders: [below, far] });
});
afterAll(() => t.close());

const send = async (token: string, method: string, path: string, json?: object) =>
  (await t.send(method, `/system/role/authUser/${path}`, { token, ...(json && { json }) })).body;
const namesOf = (body: Record<string, unknown>) =>
  (body['rows'] as { userName: string }[]).map(({ userName }) => userName);
const done = { code: 200, msg: translate('zh', 'server.done') };

describe('the users of a role', () => {
  it('are listed within the data scope, with department, without password', async () => {
    const body = await send(admin, 'GET', `allocatedList?roleId=${roleId}`);
    expect(body).toMatchObject({ code: 200, total: 2 });
    expect((body['rows'] as object[])[0]).toEqual({
      userId: below,
      roleId,
      userName: 'below',
      nickName: 'below',
      deptName: 'department 111',
      phonenumber: null,
      email: null,
      status: '0',
      createTime: expect.any(String),
    });
    expect(namesOf(await send(manager.token, 'GET', `allocatedList?roleId=${roleId}`))).toEqual(['below']);
    const self = await addRoleManager(t, 'selfish', { dataScope: '5' });
    const own = await send(self.token, 'GET', `allocatedList?roleId=${self.roleId}`);
    expect(namesOf(own)).toEqual(['selfish']);
  });

  it('are searched by part of name and phone, with paging', async () => {
    await t.app.pool.query(`update sys_user set phonenumber = '13800001111' where user_id = $1`, [far]);
    const find = async (query: string) =>
      namesOf(await send(admin, 'GET', `allocatedList?roleId=${roleId}&${query}`));
    expect(await find('userName=ELO')).toEqual(['below']);
    expect(await find('phonenumber=0000')).toEqual(['far']);
    expect(await find('pageNum=2&pageSize=1')).toEqual(['far']);
    expect(await find('orderByColumn=userName&isAsc=desc')).toEqual(['far', 'below']);
  });

  it('are separate from the candidates, which never include the super administrator', async () => {
    const names = namesOf(await send(admin, 'GET', `unallocatedList?roleId=${roleId}&pageSize=100`));
    expect(names).toContain('near');
    for (const name of ['below', 'far', 'admin']) expect(names).not.toContain(name);
    expect(namesOf(await send(manager.token, 'GET', `unallocatedList?roleId=${roleId}`))).toEqual(
      expect.arrayContaining(['near', 'manager']),
    );
    await t.app.pool.query(`update sys_user set del_flag = '2' where user_name = 'selfish'`);
    const left = namesOf(await send(admin, 'GET', `unallocatedList?roleId=${roleId}&pageSize=100`));
    expect(left).not.toContain('selfish');
  });

  it.each(['allocatedList', 'unallocatedList'])(
    '%s masks phone and e-mail beyond the caller’s list of users, and finds nobody by them',
    async (path) => {
      await t.app.pool.query(
        `update sys_user set phonenumber = '13812345678', email = 'anna@example.com' where user_id = $1`,
        [near],
      );
      const own = await storeRole(t, `of ${path}`, {
        ownerId: manager.userId,
        holders: path === 'allocatedList' ? [near] : [],
      });
      const contactsFor = async (token: string) => {
        const { rows } = await send(token, 'GET', `${path}?roleId=${own}&userName=near`);
        return (rows as object[])[0];
      };
      const masked = { userName: 'near', phonenumber: '138****5678', email: 'a***@example.com' };
      const shown = { userName: 'near', phonenumber: '13812345678', email: 'anna@example.com' };
      expect(await contactsFor(manager.token)).toMatchObject(masked);
      expect(await contactsFor(admin)).toMatchObject(shown);
      const more = ['system:user:list'];
      const lister = await addRoleManager(t, `lister ${path}`, { dataScope: '1', more });
      expect(await contactsFor(lister.token)).toMatchObject(shown);
      const elsewhere = await addPerson(
        t,
        `narrow ${path}`,
        [{ permissions: ['system:role:list'] }, { permissions: more, dataScope: '3' }],
        120,
      );
      expect(elsewhere).toBeGreaterThan(0);
      const narrow = await t.login(`narrow ${path}`, personPassword);
      expect(await contactsFor(narrow)).toMatchObject(masked);
      const queries = ['phonenumber=5678', 'orderByColumn=phonenumber', 'orderByColumn=email'];
      for (const query of queries) {
        const request = (token: string) => send(token, 'GET', `${path}?roleId=${own}&${query}`);
        expect(await request(manager.token)).toMatchObject({ code: 403 });
        expect(await request(narrow)).toMatchObject({ code: 403 });
        expect(await request(lister.token)).toMatchObject({ code: 200 });
      }
    },
  );

  it.each(['allocatedList', 'unallocatedList'])(
    '%s needs a role the caller sees, and the right',
    async (path) => {
      const hidden = await storeRole(t, `hidden ${path}`);
      expect(await send(manager.token, 'GET', `${path}?roleId=${hidden}`)).toMatchObject({
        msg: errorText('row.gone'),
      });
      expect(await send(admin, 'GET', path)).toMatchObject({ code: 500, field: 'roleId' });
      await addPerson(t, `no ${path}`, [{ permissions: ['system:role:edit'] }]);
      const token = await t.login(`no ${path}`, personPassword);
      expect(await send(token, 'GET', `${path}?roleId=${roleId}`)).toMatchObject({ code: 403 });
    },
  );
});

describe('assigning and removing a role', () => {
  it('works for several users at once; assigning twice changes nothing', async () => {
    for (let turn = 0; turn < 2; turn++)
      expect(await send(manager.token, 'PUT', `selectAll?roleId=${roleId}&userIds=${near},${below}`)).toEqual(
        done,
      );
    expect((await readRole(t, roleId)).users).toEqual([near, below, far]);
    expect(await send(manager.token, 'PUT', `cancelAll?roleId=${roleId}&userIds=${near},${below}`)).toEqual(
      done,
    );
    expect((await readRole(t, roleId)).users).toEqual([far]);
    await send(manager.token, 'PUT', `selectAll?roleId=${roleId}&userIds=${near}`);
    expect(await send(manager.token, 'PUT', 'cancel', { roleId, userId: near })).toEqual(done);
    expect((await readRole(t, roleId)).users).toEqual([far]);
  });

  it('is rejected for all if one user is outside the data scope', async () => {
    const denied = { code: 403, msg: errorText('scope.denied') };
    const before = (await readRole(t, roleId)).users;
    expect(await send(manager.token, 'PUT', `selectAll?roleId=${roleId}&userIds=${near},${far}`)).toEqual(
      denied,
    );
    expect(await send(manager.token, 'PUT', `cancelAll?roleId=${roleId}&userIds=${far}`)).toEqual(denied);
    expect(await send(manager.token, 'PUT', 'cancel', { roleId, userId: far })).toEqual(denied);
    expect(await send(admin, 'PUT', `selectAll?roleId=${roleId}&userIds=99999`)).toEqual(denied);
    expect(await send(admin, 'PUT', `selectAll?roleId=${roleId}&userIds=9999999999`)).toEqual(denied);
    expect((await readRole(t, roleId)).users).toEqual(before);
  });

  it('is rejected for an invisible role', async () => {
    const gone = { code: 500, msg: errorText('row.gone') };
    for (const hidden of [2, 99_999]) {
      expect(await send(manager.token, 'PUT', `selectAll?roleId=${hidden}&userIds=${near}`)).toEqual(gone);
      expect(await send(manager.token, 'PUT', `cancelAll?roleId=${hidden}&userIds=${near}`)).toEqual(gone);
      expect(await send(manager.token, 'PUT', 'cancel', { roleId: hidden, userId: near })).toEqual(gone);
    }
  });

  it('cannot assign a role that exceeds the caller', async () => {
    const rich = await storeRole(t, 'rich', { ownerId: manager.userId, menuIds: [1022] });
    const wide = await storeRole(t, 'wide', { ownerId: manager.userId, dataScope: '1' });
    for (const [id, name] of [
      [rich, 'rich'],
      [wide, 'wide'],
    ] as const)
      expect(await send(manager.token, 'PUT', `selectAll?roleId=${id}&userIds=${near}`)).toEqual({
        code: 500,
        msg: errorText('grant.role', { name }),
      });
  });

  it('cannot remove a role that exceeds the caller', async () => {
    const bigger = await storeRole(t, 'bigger', { menuIds: [1022], holders: [near] });
    const refused = { code: 500, msg: errorText('grant.role', { name: 'bigger' }) };
    expect(await send(manager.token, 'PUT', 'cancel', { roleId: bigger, userId: near })).toEqual(refused);
    expect(await send(manager.token, 'PUT', `cancelAll?roleId=${bigger}&userIds=${near}`)).toEqual(refused);
    expect((await readRole(t, bigger)).users).toEqual([near]);
    expect(await send(admin, 'PUT', 'cancel', { roleId: bigger, userId: near })).toEqual(done);
  });

  it('of administrators is possible for administrators only', async () => {
    const wide = await addRoleManager(t, 'all data', { dataScope: '1' });
    for (const path of ['selectAll', 'cancelAll'])
      expect(await send(wide.token, 'PUT', `${path}?roleId=1&userIds=${near}`)).toEqual({
        code: 500,
        msg: errorText('role.administrator'),
      });
    expect(await send(admin, 'PUT', `selectAll?roleId=1&userIds=${near}`)).toEqual(done);
    const token = await t.login('near', personPassword);
    expect((await t.send('GET', '/getInfo', { token })).body['permissions']).toEqual(['*:*:*']);
    expect(await send(token, 'PUT', `selectAll?roleId=1&userIds=${below}`)).toEqual(done);
    expect(await send(admin, 'PUT', `cancelAll?roleId=1&userIds=${near},${below}`)).toEqual(done);
  });

  it('is rejected for the super administrator and for the caller’s own role', async () => {
    const kept = { code: 500, msg: errorText('user.administrator') };
    expect(await send(admin, 'PUT', 'cancel', { roleId: 1, userId: 1 })).toEqual(kept);
    expect(await send(admin, 'PUT', `selectAll?roleId=${roleId}&userIds=1`)).toEqual(kept);
    const own = { roleId: manager.roleId, userId: manager.userId };
    expect(await send(manager.token, 'PUT', 'cancel', own)).toEqual({
      code: 500,
      msg: errorText('role.own'),
    });
  });

  it.each(['', 'a', '1,', '1;2', '-1'])('rejects "%s" as users', async (userIds) => {
    expect(await send(admin, 'PUT', `selectAll?roleId=${roleId}&userIds=${userIds}`)).toMatchObject({
      code: 500,
    });
    expect(await send(admin, 'PUT', `cancelAll?roleId=${roleId}&userIds=${userIds}`)).toMatchObject({
      code: 500,
    });
  });

  it('is logged as a grant', async () => {
    await Promise.all(t.app.background);
    const { rows } = await t.app.pool.query(
      `select business_type from sys_oper_log where oper_url like '%authUser/selectAll%' limit 1`,
    );
    expect(rows).toEqual([{ business_type: 4 }]);
  });
});
