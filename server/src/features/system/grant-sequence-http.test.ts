import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hashToken, makeToken } from '../../platform/auth/tokens.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import {
  type Change,
  findEscalations,
  listRights,
  manageable,
  type Organisation,
  pathOf,
  planChange,
  type Step,
  seed,
  steps,
} from './grant-sequence.fixture.ts';

const sequences = 60;

let t: TestApp;
beforeAll(async () => {
  t = await openTestApp();
});
afterAll(() => t.close());

/** An organisation in the database, beside others; its ids begin at `base`, its names with `tag`. */
interface Stored {
  tag: string;
  base: number;
}

async function store({ tag, base }: Stored, { depts, users, roles, menus }: Organisation): Promise<void> {
  const shift = (ids: readonly number[]) => ids.map((id) => base + id);
  const rows = <V>(records: Record<number, V>) =>
    Object.entries(records).map(([id, row]) => ({ ...row, id: base + Number(id) }));
  const ancestors = (id: number) => [
    0,
    100,
    ...shift(pathOf({ depts, users, roles, menus }, id).reverse().slice(0, -1)),
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

/** The organisation as the database has it now. */
async function read({ tag, base }: Stored): Promise<Organisation> {
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

const sessions = new Map<number, string>();

/** A session of the user, who has already chosen a password of their own. */
async function sessionOf(userId: number): Promise<string> {
  const known = sessions.get(userId);
  if (known) return known;
  const token = makeToken();
  sessions.set(userId, token);
  await t.app.pool.query('update sys_user set must_change_password = false where user_id = $1', [userId]);
  await t.app.pool.query(
    `insert into session (token_hash, user_id, created_at, last_used_at, expires_at, address, browser, os)
     values ($1, $2, now(), now(), now() + '1 hour', '', '', '')`,
    [hashToken(token), userId],
  );
  return token;
}

type Request = [method: string, path: string, json?: object];
let names = 0;

/** What a client sends for the change. */
function requestOf(change: Change, tag: string, { menus, depts }: Organisation): Request {
  const named = (id: number) => `${tag}${id}`;
  const role = (id: number) => ({ roleName: named(id), roleKey: named(id), roleSort: 1 });
  const fresh = () => `${tag}new${++names}`;
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
        { userName: fresh(), nickName: 'n', deptId: change.deptId, roleIds: change.roleIds },
      ];
    case 'addRole':
      return [
        'POST',
        '/system/role',
        { roleName: fresh(), roleKey: fresh(), roleSort: 1, menuIds: change.menuIds },
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
    case 'giveRole':
    case 'takeRole': {
      const action = change.kind === 'giveRole' ? 'selectAll' : 'cancelAll';
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
      return ['POST', '/system/dept', { parentId: change.parentId, deptName: fresh(), orderNum: 1 }];
    case 'removeDept':
      return ['DELETE', `/system/dept/${Object.keys(depts).length > 1 ? change.deptId : 0}`];
  }
}

interface Played {
  escalations: string[];
  done: string[];
}

async function play(
  number: number,
  start: Organisation,
  sequence: readonly Step[],
  several: boolean,
): Promise<Played> {
  const stored = { tag: `w${number}.`, base: 10_000 * (number + 1) };
  await store(stored, start);
  const before = await read(stored);
  const first = [stored.base + 1, ...(several ? [stored.base + 2] : [])];
  let now = before;
  const done: string[] = [];
  const acting = new Set<number>();
  for (const step of sequence) {
    const added = Object.keys(now.users)
      .map(Number)
      .filter((id) => !before.users[id]);
    const able = several ? [...first, ...added] : first;
    const actor = able[step.actor % able.length] ?? 0;
    const change = planChange(step, now);
    const [method, path, json] = requestOf(change, stored.tag, now);
    const { body } = await t.send(method, path, { token: await sessionOf(actor), ...(json && { json }) });
    if (body.code !== 200) continue;
    acting.add(actor);
    done.push(`${actor}: ${JSON.stringify(change)}`);
    now = await read(stored);
  }
  const mismatches = await compareWithServer(stored, now);
  return { escalations: [...findEscalations(before, now, [...acting]), ...mismatches], done };
}

/** The model and the server agree on what the first actor may do, and in which departments. */
async function compareWithServer({ base }: Stored, now: Organisation): Promise<string[]> {
  const token = await sessionOf(base + 1);
  const rights = [...listRights(now, base + 1)];
  const { body: info } = await t.send('GET', '/getInfo', { token });
  const { body: tree } = await t.send('GET', '/system/dept/treeselect', { token });
  const reached = JSON.stringify(tree['data'] ?? []).match(/(?<="id":)\d+/g) ?? [];
  const told = reached.filter((id) => now.depts[Number(id)]).sort();
  const expected = rights.flatMap((right) => /^@(\d+)$/.exec(right)?.[1] ?? []).sort();
  const perms = new Set(rights.flatMap((right) => right.split('@')[0] || []));
  const problems: string[] = [];
  if (told.join() !== expected.join())
    problems.push(`departments ${told.join()} instead of ${expected.join()}`);
  const held = (info['permissions'] as string[] | undefined) ?? [];
  if (held.some((perm) => !perms.has(perm))) problems.push(`permissions ${held.join()}`);
  return problems;
}

it(`give nobody more than an actor could have granted directly: ${sequences} sequences over HTTP (seed ${seed})`, async () => {
  process.stdout.write(`grant sequences over HTTP: seed ${seed}\n`);
  const one = fc.tuple(manageable, fc.array(steps, { minLength: 2, maxLength: 6 }), fc.boolean());
  const samples = fc.sample(one, { seed, numRuns: sequences });
  let changes = 0;
  for (let at = 0; at < samples.length; at += 4) {
    const batch = samples.slice(at, at + 4);
    const played = await Promise.all(
      batch.map(([start, sequence, several], index) => play(at + index, start, sequence, several)),
    );
    for (const { escalations, done } of played)
      expect({ escalations, done }).toEqual({ escalations: [], done });
    changes += played.reduce((sum, { done }) => sum + done.length, 0);
  }
  // A server that refuses everything would pass as well.
  expect(changes).toBeGreaterThan(sequences / 3);
});
