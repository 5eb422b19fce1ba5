import type { ErrorKey } from '@limpid/contract/errors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeRole } from '../../src/features/system/role/role.fixture.ts';
import { translate } from '../../src/platform/texts.ts';
import { openTestApp } from '../../src/testing/app.ts';
import { addDepartment, addPerson, personPassword } from '../../src/testing/people.ts';
import type { JsonFields } from './family-client.fixture.ts';
import { type GuardIds, listGaps, listGuards } from './family-guards.fixture.ts';

const t = await openTestApp();
const admin = await t.login();
afterAll(() => t.close());

const areas = ['user', 'role', 'dept', 'menu'];
const rights = areas.flatMap((area) =>
  ['list', 'query', 'add', 'edit', 'remove'].map((action) => `system:${area}:${action}`),
);
/** 100 ─ 110 ─ 111, 100 ─ 120, 100 ─ 130 (disabled); the scope of "chief" is 110 and below. */
const made: GuardIds = {
  busy: 0,
  stranger: 0,
  chief: 0,
  chiefRole: 0,
  held: 0,
  far: 0,
  menu: 0,
  child: 0,
  granted: 0,
};
let chief: string;
let deputy: string;

async function insert(statement: string): Promise<number> {
  return Number(Object.values((await t.app.pool.query(`${statement}`)).rows[0])[0]);
}

beforeAll(async () => {
  for (const [id, parent, above] of [
    [110, 100, [0, 100]],
    [111, 110, [0, 100, 110]],
    [120, 100, [0, 100]],
    [130, 100, [0, 100]],
  ] as const)
    await addDepartment(t, id, parent, [...above]);
  await t.app.pool.query(`update sys_dept set status = '1' where dept_id = 130`);
  made.chief = await addPerson(t, 'chief', [{ permissions: rights, dataScope: '4' }], 110);
  const { rows } = await t.app.pool.query('select role_id from sys_user_role where user_id = $1', [
    made.chief,
  ]);
  made.chiefRole = rows[0].role_id;
  made.busy = await addPerson(t, 'busy', [], 111);
  made.stranger = await addPerson(t, 'stranger', [], 120);
  const second = await addPerson(t, 'deputy', []);
  await t.app.pool.query('insert into sys_user_role values ($1, 1)', [second]);
  await t.app.pool.query(
    `update sys_user set phonenumber = '13900000000', email = 'busy@example.org' where user_id = $1`,
    [made.busy],
  );
  made.held = await storeRole(t, 'held', { holders: [made.busy] });
  made.far = await storeRole(t, 'far', { holders: [made.stranger], dataScope: '1' });
  const menu = `insert into sys_menu (menu_name, parent_id, menu_type, path, component, route_name) values`;
  made.menu = await insert(`${menu} ('夹', 0, 'M', 'folder', null, null) returning menu_id`);
  made.child = await insert(`${menu} ('页', ${made.menu}, 'C', 'page', 'a/b', 'Leaf') returning menu_id`);
  made.granted = await insert(`${menu} ('单', 0, 'M', 'single', null, null) returning menu_id`);
  await t.app.pool.query('insert into sys_role_menu values ($1, $2)', [made.held, made.granted]);
  await t.app.pool.query(`insert into sys_post (post_id, post_code, post_name) values (1, 'used', '在用')`);
  await t.app.pool.query('insert into sys_user_post values ($1, 1)', [made.busy]);
  await t.app.pool.query(
    `insert into sys_dict_type (dict_id, dict_name, dict_type) values (190, '自有', 'own_type')`,
  );
  await t.app.pool.query(
    `insert into sys_dict_data (dict_label, dict_value, dict_type) values ('甲', 'a', 'own_type')`,
  );
  [chief, deputy] = [await t.login('chief', personPassword), await t.login('deputy', personPassword)];
});

/** Matches the text of an error with any parameters. */
function patternOf(key: ErrorKey): RegExp {
  const text = translate('zh', `errors.${key}`).replace(/[.*+?^$()|[\]\\]/g, '\\$&');
  return new RegExp(`^${text.replace(/\{\{\w+\}\}/g, '.+')}$`, 's');
}

describe.each([
  ['the family’s guard', listGuards(made)],
  ['a rule that the family lacks', listGaps(made)],
] as const)('%s', (_, rules) => {
  it.each(rules)('$rule', async ({ request, as, error, code = 500 }) => {
    const [method, path, json] = request();
    const token = { chief, deputy }[as ?? 'chief'];
    const { body } = await t.send(method, path, { token: as ? token : admin, ...(json && { json }) });
    expect(body).toMatchObject({ code, msg: expect.stringMatching(patternOf(error)) });
  });
});

describe('beside the guards', () => {
  const send = async (method: string, path: string, json?: JsonFields, token = chief) =>
    (await t.send(method, path, { token, ...(json && { json }) })).body;

  it('the administrator role is offered only in the form of user 1', async () => {
    const offered = async (path: string) =>
      ((await send('GET', path))['roles'] as { roleId: number }[]).map(({ roleId }) => roleId);
    expect(await offered('/system/user')).not.toContain(1);
    expect(await offered(`/system/user/${made.busy}`)).not.toContain(1);
    const own = (await send('GET', '/system/user/1', undefined, admin))['roles'] as { roleId: number }[];
    expect(own.map(({ roleId }) => roleId)).toContain(1);
  });

  it('callers can rename their own role, and send its menus and data scope unchanged', async () => {
    const { data } = await send('GET', `/system/role/${made.chiefRole}`);
    const whole = data as JsonFields;
    expect(await send('PUT', '/system/role', { ...whole, roleName: 'chiefs' })).toMatchObject({ code: 200 });
    const scope = { roleId: made.chiefRole, dataScope: '4' };
    expect(await send('PUT', '/system/role/dataScope', scope)).toMatchObject({ code: 200 });
  });

  it('administrators can change their own role, because they cannot lock themselves out', async () => {
    const { rows } = await t.app.pool.query(`select user_id from sys_user where user_name = 'deputy'`);
    const roleId = await storeRole(t, 'shared', {
      holders: [rows[0].user_id],
      dataScope: '1',
      menuIds: [1, 104],
    });
    const shared = { roleId, roleName: 'shared', roleKey: 'shared', roleSort: 1 };
    expect(await send('PUT', '/system/role', { ...shared, menuIds: [1] }, deputy)).toMatchObject({
      code: 200,
    });
    expect(await send('PUT', '/system/role/dataScope', { roleId, dataScope: '5' }, deputy)).toMatchObject({
      code: 200,
    });
  });

  it('the profile changes only four fields', async () => {
    const before = (await t.app.pool.query('select * from sys_user where user_id = $1', [made.chief]))
      .rows[0];
    await send('PUT', '/system/user/profile', {
      nickName: 'boss',
      sex: '0',
      deptId: 100,
      status: '1',
      userName: 'x',
      userId: 1,
    });
    const after = (await t.app.pool.query('select * from sys_user where user_id = $1', [made.chief])).rows[0];
    const changed = Object.keys(after).filter((name) => String(after[name]) !== String(before[name]));
    expect(changed.sort()).toEqual(['nick_name', 'sex', 'update_by', 'update_time']);
  });
});
