import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { translate } from '../../../platform/texts.ts';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { addPerson, personPassword } from '../../../testing/people.ts';

let t: TestApp;
let admin: string;
beforeAll(async () => {
  t = await openTestApp();
  admin = await t.login();
});
afterAll(() => t.close());

const actions = ['list', 'query', 'add', 'edit', 'remove'];
const every = actions.map((action) => `system:dept:${action}`);

interface Stored {
  deptId: number;
  parentId: number;
  deptName: string;
  ancestors: number[];
  status: string;
  delFlag: string;
}

async function find(deptName: string): Promise<Stored> {
  const { rows } = await t.app.pool.query(
    `select dept_id as "deptId", parent_id as "parentId", dept_name as "deptName", ancestors, status,
      del_flag as "delFlag" from sys_dept where dept_name = $1 order by dept_id desc limit 1`,
    [deptName],
  );
  return rows[0];
}

function add(deptName: string, parentId: number, more: object = {}, token = admin) {
  return t.send('POST', '/system/dept', { token, json: { deptName, parentId, orderNum: 1, ...more } });
}

/** Adds a department and returns its id. */
async function grow(deptName: string, parentId: number, more: object = {}): Promise<number> {
  const { body } = await add(deptName, parentId, more);
  if (body.code !== 200) throw new Error(body.msg);
  return (await find(deptName)).deptId;
}

async function edit(deptName: string, change: object, token = admin) {
  const { deptId, parentId, status } = await find(deptName);
  const json = { deptId, parentId, deptName, orderNum: 1, status, ...change };
  return (await t.send('PUT', '/system/dept', { token, json })).body;
}

async function remove(deptName: string, token = admin) {
  const { deptId } = await find(deptName);
  return (await t.send('DELETE', `/system/dept/${deptId}`, { token })).body;
}

async function namesOf(path: string, token = admin): Promise<string[]> {
  const { body } = await t.send('GET', path, { token });
  return (body['data'] as Stored[]).map(({ deptName }) => deptName);
}

const refusal = (key: string, params = {}) => ({ code: 500, msg: translate('zh', `errors.${key}`, params) });

/** Logs in as a new user with the scope of these departments. */
async function enter(name: string, dataScope: string, deptId: number, deptIds: number[] = []) {
  await addPerson(t, name, [{ permissions: [...every, 'system:user:list'], dataScope, deptIds }], deptId);
  return t.login(name, personPassword);
}

describe('a department', () => {
  it('stores leader, phone and e-mail, and computes its ancestors itself', async () => {
    const contact = { leader: '王工', phone: '0755 2345', email: 'hn@example.com' };
    const north = await grow('华北', 100, { ...contact, ancestors: [0], delFlag: '2', deptId: 1 });
    const { body } = await t.send('GET', `/system/dept/${north}`, { token: admin });
    expect(body['data']).toMatchObject({ parentId: 100, deptName: '华北', status: '0', ...contact });
    expect(await find('华北')).toMatchObject({ ancestors: [0, 100], delFlag: '0' });
    await grow('北京', north);
    expect((await find('北京')).ancestors).toEqual([0, 100, north]);
  });

  it.each([
    [{ deptName: '' }, 'deptName'],
    [{ deptName: 'x'.repeat(31) }, 'deptName'],
    [{ parentId: null }, 'parentId'],
    [{ phone: 'call me' }, 'phone'],
    [{ email: 'nobody' }, 'email'],
    [{ status: '7' }, 'status'],
    [{ orderNum: -1 }, 'orderNum'],
  ])('with %j is rejected with the name of the field', async (wrong, field) => {
    const { body } = await add('错误', 100, wrong);
    expect(body).toMatchObject({ code: 500, field });
  });

  it('needs an existing parent', async () => {
    for (const parentId of [0, 99_999])
      expect((await add('孤儿', parentId)).body).toMatchObject({ code: 500, field: 'parentId' });
  });

  it('has a unique name among its siblings, and the name of a deleted one is free', async () => {
    const taken = refusal('field.taken', { label: translate('zh', 'system.department.fields.deptName') });
    expect((await add('华北', 100)).body).toMatchObject({ ...taken, field: 'deptName' });
    await grow('重名', 100);
    expect(await edit('重名', { deptName: '华北' })).toMatchObject({ ...taken, field: 'deptName' });
    await grow('华北', (await find('重名')).deptId);
    await remove('华北');
    await remove('重名');
    expect((await find('重名')).delFlag).toBe('2');
    await grow('重名', 100);
  });
});

describe('moving a department', () => {
  it('moves all descendants with it', async () => {
    const a = await grow('甲', 100);
    const b = await grow('乙', a);
    const c = await grow('丙', b);
    const target = await grow('新家', await grow('外层', 100));
    await edit('乙', { parentId: target });
    const { ancestors } = await find('新家');
    expect((await find('乙')).ancestors).toEqual([...ancestors, target]);
    expect((await find('丙')).ancestors).toEqual([...ancestors, target, b]);
    await edit('乙', { parentId: 100 });
    expect((await find('丙')).ancestors).toEqual([0, 100, b]);
    expect((await find('甲')).ancestors).toEqual([0, 100]);
    expect(c).toBeGreaterThan(b);
  });

  it('below itself or a descendant is rejected', async () => {
    const { deptId } = await find('乙');
    expect(await edit('乙', { parentId: deptId })).toMatchObject(refusal('department.own_parent'));
    const below = (await find('丙')).deptId;
    expect(await edit('乙', { parentId: below })).toMatchObject(refusal('department.below_itself'));
    const top = { deptId: 100, parentId: below, deptName: 'Limpid', orderNum: 0 };
    const { body } = await t.send('PUT', '/system/dept', { token: admin, json: top });
    expect(body).toMatchObject({ ...refusal('department.below_itself'), field: 'parentId' });
  });

  it('never forms a cycle, even in concurrent requests', async () => {
    const left = await grow('左', 100);
    const right = await grow('右', 100);
    const responses = await Promise.all([edit('左', { parentId: right }), edit('右', { parentId: left })]);
    expect(responses.map(({ code }) => code).sort()).toEqual([200, 500]);
  });

  it('below a disabled department is rejected if it is enabled', async () => {
    await grow('停用处', 100, { status: '1' });
    const { deptId } = await find('停用处');
    expect(await edit('丙', { parentId: deptId })).toMatchObject(refusal('department.parent_stopped'));
  });
});

describe('disabling and enabling', () => {
  it('is rejected for a department with enabled children', async () => {
    expect(await edit('乙', { status: '1' })).toMatchObject({
      ...refusal('department.has_active_children'),
      field: 'status',
    });
    expect((await edit('丙', { status: '1' })).code).toBe(200);
    expect((await edit('乙', { status: '1' })).code).toBe(200);
  });

  it('prevents adding departments below a disabled one', async () => {
    const { body } = await add('不行', (await find('乙')).deptId);
    expect(body).toMatchObject(refusal('department.parent_stopped'));
  });

  it('enables all ancestors of an enabled department', async () => {
    expect((await edit('丙', { status: '0' })).code).toBe(200);
    expect((await find('乙')).status).toBe('0');
  });
});

describe('deleting a department', () => {
  const warning = (key: string, name: string) => ({
    code: 601,
    msg: translate('zh', `errors.department.${key}`, { name }),
  });

  it('with children or users, or the root, is rejected', async () => {
    expect(await remove('乙')).toMatchObject(warning('has_children', '乙'));
    await addPerson(t, '住户', [], (await find('丙')).deptId);
    expect(await remove('丙')).toMatchObject(warning('has_users', '丙'));
    await t.app.pool.query(`update sys_user set del_flag = '2' where user_name = '住户'`);
    expect((await remove('丙')).code).toBe(200);
    expect((await remove('乙')).code).toBe(200);
  });

  it('with entities is rejected', async () => {
    const deptId = await grow('有主体', 100);
    await t.app.pool.query(
      `insert into site_entity (entity_code, entity_name, dept_id) values ('held', 'held', $1)`,
      [deptId],
    );
    expect(await remove('有主体')).toMatchObject(warning('has_entities', '有主体'));
    await t.app.pool.query(`delete from site_entity where entity_code = 'held'`);
    expect((await remove('有主体')).code).toBe(200);
  });

  it('removes it from the data scopes of roles', async () => {
    const deptId = await grow('被选', 100);
    await t.app.pool.query('insert into sys_role_dept values (2, $1)', [deptId]);
    await remove('被选');
    const { rows } = await t.app.pool.query('select from sys_role_dept where dept_id = $1', [deptId]);
    expect(rows).toEqual([]);
  });

  it('removes it from all lists', async () => {
    const { deptId } = await find('被选');
    expect(await namesOf('/system/dept/list')).not.toContain('被选');
    expect((await t.send('GET', `/system/dept/${deptId}`, { token: admin })).body.code).toBe(500);
    expect((await t.send('DELETE', `/system/dept/${deptId}`, { token: admin })).body.code).toBe(500);
    expect((await add('其下', deptId)).body).toMatchObject({ code: 500, field: 'parentId' });
  });

  it('is rejected for the root, even without children', async () => {
    await t.app.pool.query(`insert into sys_dept (dept_id, parent_id, ancestors, dept_name)
      values (190, 0, '{0}', '另一个顶级')`);
    expect(await remove('另一个顶级')).toMatchObject(warning('root', '另一个顶级'));
    await t.app.pool.query('delete from sys_dept where dept_id = 190');
  });
});

describe('lists of departments', () => {
  it('are flat, ordered, and searched by name, status and parent', async () => {
    const first = await grow('序一', 100, { orderNum: 9 });
    await grow('序零', 100, { orderNum: 0 });
    const names = await namesOf('/system/dept/list?deptName=序');
    expect(names).toEqual(['序零', '序一']);
    expect(await namesOf(`/system/dept/list?deptId=${first}`)).toEqual(['序一']);
    expect(await namesOf('/system/dept/list?parentId=0')).toEqual(['Limpid']);
    expect(await namesOf('/system/dept/list?status=1')).toEqual(['停用处']);
  });

  it('can exclude a department and its descendants, for choosing a parent', async () => {
    const { deptId } = await find('外层');
    const names = await namesOf(`/system/dept/list/exclude/${deptId}`);
    expect(names).toContain('Limpid');
    expect(names).not.toContain('外层');
    expect(names).not.toContain('新家');
  });

  it('are also trees with disabled departments marked', async () => {
    const [top] = (await t.send('GET', '/system/user/deptTree', { token: admin })).body['data'] as {
      id: number;
      children: { id: number; label: string; disabled: boolean; children?: object[] }[];
    }[];
    expect(top).toMatchObject({ id: 100, label: 'Limpid', disabled: false });
    expect(top?.children.find(({ label }) => label === '停用处')).toMatchObject({ disabled: true });
    expect(top?.children.find(({ label }) => label === '外层')?.children).toMatchObject([{ label: '新家' }]);
  });

  it('are reordered in one transaction', async () => {
    const one = (await find('序一')).deptId;
    const zero = (await find('序零')).deptId;
    const sort = (deptIds: string, orderNums: string, token = admin) =>
      t.send('PUT', '/system/dept/updateSort', { token, json: { deptIds, orderNums } });
    expect((await sort(`${one},${zero}`, '1,2')).body.code).toBe(200);
    expect(await namesOf('/system/dept/list?deptName=序')).toEqual(['序一', '序零']);
    expect((await sort(`${one},${zero}`, '1')).body).toMatchObject({ code: 500, field: 'orderNums' });
    expect((await sort(`${zero},99999`, '0,0')).body.code).toBe(500);
    expect((await sort('9999999999', '0')).body.code).toBe(500);
    expect((await sort(`${one};drop`, '0')).body).toMatchObject({ code: 500, field: 'deptIds' });
    expect(await namesOf('/system/dept/list?deptName=序')).toEqual(['序一', '序零']);
  });
});

describe('a caller with a limited data scope', () => {
  it('sees, changes and removes only departments within it', async () => {
    const { deptId } = await find('外层');
    const token = await enter('外层的人', '4', deptId);
    expect((await namesOf('/system/dept/list', token)).sort()).toEqual(['外层', '新家'].sort());
    expect(await namesOf(`/system/dept/list/exclude/${deptId}`, token)).toEqual([]);
    for (const path of ['/system/user/deptTree', '/system/dept/treeselect']) {
      const { body } = await t.send('GET', path, { token });
      expect(body['data']).toMatchObject([{ label: '外层', children: [{ label: '新家' }] }]);
    }
    expect((await t.send('GET', '/system/dept/100', { token })).body.code).toBe(500);
    expect((await edit('Limpid', { leader: 'x' }, token)).code).toBe(500);
    expect((await edit('序一', { leader: 'x' }, token)).code).toBe(500);
    expect((await remove('序一', token)).code).toBe(500);
    const json = { deptIds: String((await find('序一')).deptId), orderNums: '7' };
    expect((await t.send('PUT', '/system/dept/updateSort', { token, json })).body.code).toBe(500);
    expect((await edit('外层', { leader: '自己' }, token)).code).toBe(200);
  });

  it('adds and moves only below departments within it', async () => {
    const token = await t.login('外层的人', personPassword);
    expect((await add('越界', 100, {}, token)).body.code).toBe(403);
    expect((await add('越界', 0, {}, token)).body.code).toBe(403);
    expect((await add('界内', (await find('外层')).deptId, {}, token)).body.code).toBe(200);
    expect((await edit('界内', { parentId: 100 }, token)).code).toBe(403);
    expect((await edit('界内', { parentId: (await find('新家')).deptId }, token)).code).toBe(200);
    expect((await remove('界内', token)).code).toBe(200);
  });

  it('cannot move a department with descendants outside it', async () => {
    const [from, to] = [await grow('带下级', 100), await grow('目标', 100)];
    const below = await grow('看不见', from);
    const chooser = await enter('选部门', '2', to, [from, to]);
    expect(await edit('带下级', { parentId: to }, chooser)).toMatchObject(
      refusal('department.unseen_below', { name: '带下级' }),
    );
    const wider = await enter('选全部', '2', to, [from, to, below]);
    expect(await edit('带下级', { parentId: to }, wider)).toMatchObject({ code: 200 });
  });

  it('cannot move a department to where anyone would gain permissions that the caller cannot grant', async () => {
    const [here, there] = [await grow('此处', 100), await grow('彼处', 100)];
    const roles = [
      { permissions: every, dataScope: '1' },
      { permissions: ['x:data:list'], dataScope: '4' },
    ];
    await addPerson(t, '移自己', roles, here);
    const mover = await t.login('移自己', personPassword);
    expect(await edit('彼处', { parentId: here }, mover)).toMatchObject(
      refusal('grant.department_move', { name: 'role of 移自己 (2)' }),
    );
    expect(await edit('此处', { parentId: there }, mover)).toMatchObject({ code: 200 });
    expect((await find('彼处')).ancestors).toEqual([0, 100]);
  });

  it('cannot enable ancestors outside it', async () => {
    const inner = await grow('内层', await grow('高层', 100));
    await edit('内层', { status: '1' });
    await edit('高层', { status: '1' });
    const token = await enter('内层的人', '2', 100, [inner]);
    expect((await edit('内层', { status: '0' }, token)).code).toBe(403);
    expect([(await find('内层')).status, (await find('高层')).status]).toEqual(['1', '1']);
  });

  it('sees nothing with the scope "own records"', async () => {
    const token = await enter('只看自己', '5', 100);
    expect(await namesOf('/system/dept/list', token)).toEqual([]);
    expect((await t.send('GET', '/system/dept/treeselect', { token })).body['data']).toEqual([]);
  });

  it('is rejected without the permission', async () => {
    await addPerson(t, '无权', [{ permissions: ['system:post:list'] }]);
    const token = await t.login('无权', personPassword);
    for (const call of [
      'GET /system/dept/list',
      'GET /system/dept/list/exclude/100',
      'GET /system/dept/100',
      'POST /system/dept',
      'PUT /system/dept',
      'PUT /system/dept/updateSort',
      'DELETE /system/dept/100',
      'GET /system/user/deptTree',
    ]) {
      const [method = '', path = ''] = call.split(' ');
      expect([call, (await t.send(method, path, { token })).body.code]).toEqual([call, 403]);
    }
  });

  it('cannot widen it by query parameters', async () => {
    const token = await t.login('外层的人', personPassword);
    const pretended = '?params[dataScope]=or%201%3D1&ancestors=0&dataScope=1';
    expect(await namesOf(`/system/dept/list${pretended}`, token)).toHaveLength(2);
  });
});
