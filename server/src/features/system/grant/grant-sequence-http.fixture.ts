import { hashToken, makeToken } from '../../../platform/auth/tokens.ts';
import type { TestApp } from '../../../testing/app.ts';
import { type GrantChange, listDepartmentPath, type Organisation } from './grant-sequence.fixture.ts';

/** One of several organisations in the database; its ids start at `base`, its names with `tag`. */
export interface StoredOrganisation {
  tag: string;
  base: number;
}

export async function storeOrganisation(
  t: TestApp,
  { tag, base }: StoredOrganisation,
  { depts, users, roles, menus }: Organisation,
): Promise<void> {
  const shift = (ids: readonly number[]) => ids.map((id) => base + id);
  const rows = <V>(records: Record<number, V>) =>
    Object.entries(records).map(([id, row]) => ({ ...row, id: base + Number(id) }));
  const ancestors = (id: number) => [
    0,
    100,
    ...shift(listDepartmentPath({ depts, users, roles, menus }, id).reverse().slice(0, -1)),
  ];
  const data = {
    depts: Object.keys(depts).map((id) => ({ id: base + Number(id), path: ancestors(Number(id)) })),
    users: rows(users).map((user) => ({
      ...user,
      dept: user.deptId && base + user.deptId,
      roles: shift(user.roleIds),
    })),
    roles: rows(roles).map((role) => ({ ...role, depts: shift(role.deptIds), menus: shift(role.menuIds) })),
    menus: rows(menus).map((menu) => ({ ...menu, perms: menu.perms.join(',') })),
  };
  const listed = (column: string, of: string) => `json_array_elements_text(one.value->'${column}') ${of}`;
  await t.app.pool.query(
    `with data as (select $1::json as data),
     depts as (insert into sys_dept (dept_id, parent_id, ancestors, dept_name)
       select (value->>'id')::int, path[array_length(path, 1)], path, $2 || (value->>'id')
       from data, json_array_elements(data->'depts'), lateral (
         select array_agg(p::int) as path from json_array_elements_text(value->'path') p) paths),
     users as (insert into sys_user (user_id, dept_id, user_name, nick_name, password, status)
       select (value->>'id')::int, (value->>'dept')::int, $2 || (value->>'id'), 'n', '', case when (value->>'on')::bool then '0' else '1' end
       from data, json_array_elements(data->'users')),
     roles as (insert into sys_role (role_id, role_name, role_key, data_scope, status)
       select (value->>'id')::int, $2 || (value->>'id'), $2 || (value->>'id'), value->>'scope', case when (value->>'on')::bool then '0' else '1' end
       from data, json_array_elements(data->'roles')),
     menus as (insert into sys_menu (menu_id, menu_name, menu_type, perms, status)
       select (value->>'id')::int, $2 || (value->>'id'), 'F', value->>'perms', case when (value->>'on')::bool then '0' else '1' end
       from data, json_array_elements(data->'menus')),
     held as (insert into sys_user_role select (one.value->>'id')::int, r::int
       from data, json_array_elements(data->'users') one, ${listed('roles', 'r')}),
     chosen as (insert into sys_role_dept select (one.value->>'id')::int, d::int
       from data, json_array_elements(data->'roles') one, ${listed('depts', 'd')} where one.value->>'scope' = '2')
     insert into sys_role_menu select (one.value->>'id')::int, m::int
       from data, json_array_elements(data->'roles') one, ${listed('menus', 'm')}`,
    [JSON.stringify(data), tag],
  );
}

/** Reads the organisation from the database. */
export async function readOrganisation(t: TestApp, { tag, base }: StoredOrganisation): Promise<Organisation> {
  const { rows } = await t.app.pool.query(
    `select
      (select json_object_agg(dept_id, json_build_object('parentId', parent_id)) from sys_dept
        where del_flag = '0' and (dept_id = $2 or ancestors @> array[$2::int])) as depts,
      (select json_object_agg(user_id, json_build_object('deptId', dept_id, 'on', status = '0', 'roleIds',
          array(select role_id from sys_user_role r where r.user_id = u.user_id order by 1))) from sys_user u
        where del_flag = '0' and starts_with(user_name, $1)) as users,
      (select json_object_agg(role_id, json_build_object('scope', data_scope, 'on', status = '0',
          'deptIds', array(select dept_id from sys_role_dept d where d.role_id = r.role_id order by 1),
          'menuIds', array(select menu_id from sys_role_menu m where m.role_id = r.role_id order by 1))) from sys_role r
        where del_flag = '0' and starts_with(role_key, $1)) as roles,
      (select json_object_agg(menu_id, json_build_object('perms', string_to_array(perms, ','), 'on', status = '0'))
        from sys_menu where starts_with(menu_name, $1)) as menus`,
    [tag, base + 1],
  );
  return rows[0];
}

const sessions = new WeakMap<TestApp, Map<number, string>>();

/** Returns the token of a session of the user, who need not change the password. */
export async function getSessionToken(t: TestApp, userId: number): Promise<string> {
  const tokens = sessions.get(t) ?? new Map<number, string>();
  sessions.set(t, tokens);
  const cached = tokens.get(userId);
  if (cached) return cached;
  const token = makeToken();
  tokens.set(userId, token);
  await t.app.pool.query('update sys_user set must_change_password = false where user_id = $1', [userId]);
  await t.app.pool.query(
    `insert into session (token_hash, user_id, created_at, last_used_at, expires_at, address, browser, os)
     values ($1, $2, limpid_now(), limpid_now(), limpid_now() + '1 hour', '', '', '')`,
    [hashToken(token), userId],
  );
  return token;
}

type RequestParts = [method: string, path: string, json?: object];
let nameCount = 0;

/** The request that a client sends for the change. */
function requestOf(change: GrantChange, tag: string, { menus, depts }: Organisation): RequestParts {
  const named = (id: number) => `${tag}${id}`;
  const role = (id: number) => ({ roleName: named(id), roleKey: named(id), roleSort: 1 });
  const newName = () => `${tag}new${++nameCount}`;
  const status = 'on' in change && change.on ? '0' : '1';
  switch (change.kind) {
    case 'moveUser':
      return [
        'PUT',
        '/system/user',
        { userId: change.userId, userName: named(change.userId), nickName: 'n', deptId: change.deptId },
      ];
    case 'setUserRoles':
      return ['PUT', `/system/user/authRole?userId=${change.userId}&roleIds=${change.roleIds.join(',')}`];
    case 'startUser':
      return ['PUT', '/system/user/changeStatus', { userId: change.userId, status }];
    case 'addUser':
      return [
        'POST',
        '/system/user',
        { userName: newName(), nickName: 'n', deptId: change.deptId, roleIds: change.roleIds },
      ];
    case 'addRole':
      return [
        'POST',
        '/system/role',
        { roleName: newName(), roleKey: newName(), roleSort: 1, menuIds: change.menuIds },
      ];
    case 'setMenus':
      return [
        'PUT',
        '/system/role',
        { ...role(change.roleId), roleId: change.roleId, menuIds: change.menuIds },
      ];
    case 'startRole':
      return ['PUT', '/system/role/changeStatus', { roleId: change.roleId, status }];
    case 'setScope': {
      const { roleId, scope: dataScope, deptIds } = change;
      return ['PUT', '/system/role/dataScope', { roleId, dataScope, deptIds, deptCheckStrictly: false }];
    }
    case 'assignRole':
    case 'unassignRole': {
      const action = change.kind === 'assignRole' ? 'selectAll' : 'cancelAll';
      return [
        'PUT',
        `/system/role/authUser/${action}?roleId=${change.roleId}&userIds=${change.userIds.join(',')}`,
      ];
    }
    case 'setPerms':
    case 'startMenu': {
      const { menuId } = change;
      const menu = menus[menuId];
      const perms = change.kind === 'setPerms' ? change.perms : menu?.perms;
      const state = change.kind === 'startMenu' ? status : menu?.on ? '0' : '1';
      const row = { menuId, menuName: named(menuId), menuType: 'F', orderNum: 0, parentId: 0 };
      return ['PUT', '/system/menu', { ...row, perms: perms?.join(','), status: state }];
    }
    case 'moveDept':
      return ['PUT', '/system/dept', { ...change, deptName: named(change.deptId), orderNum: 1 }];
    case 'addDept':
      return ['POST', '/system/dept', { parentId: change.parentId, deptName: newName(), orderNum: 1 }];
    case 'removeDept':
      return ['DELETE', `/system/dept/${Object.keys(depts).length > 1 ? change.deptId : 0}`];
  }
}

const role = (scope: string, menuIds: number[]) => ({ scope, deptIds: [], menuIds, on: true });

/**
 * Departments 1 ─ (2, 5 ─ 6). User 1 of department 2 manages everything by role 1 and has `x:one:list` only by role 2,
 * whose data scope limits what user 1 may grant. User 2 of department 2 and user 3 of department 5 have no roles.
 */
export function makeOrganisation({ scope = '3', roles = {} as Organisation['roles'] } = {}): Organisation {
  const user = (deptId: number, roleIds: number[] = []) => ({ deptId, roleIds, on: true });
  const menu = (...perms: string[]) => ({ perms, on: true });
  return {
    depts: { 1: { parentId: 0 }, 2: { parentId: 1 }, 5: { parentId: 1 }, 6: { parentId: 5 } },
    users: { 1: user(2, [1, 2]), 2: user(2), 3: user(5) },
    roles: { 1: role('1', [1, 2, 3]), 2: role(scope, [4, 5]), ...roles },
    menus: {
      1: menu('system:user:edit', 'system:role:edit'),
      2: menu('system:menu:edit', 'system:dept:edit'),
      3: menu('x:two:list'),
      4: menu('x:one:list'),
      5: menu('x:two:list'),
    },
  };
}

/** Sends the change as the user and returns the envelope. */
export async function sendChange(
  t: TestApp,
  { tag }: StoredOrganisation,
  { userId, change, now }: { userId: number; change: GrantChange; now: Organisation },
) {
  const [method, path, json] = requestOf(change, tag, now);
  const { body } = await t.send(method, path, {
    token: await getSessionToken(t, userId),
    ...(json && { json }),
  });
  return body;
}
