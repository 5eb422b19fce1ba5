import type { TestApp } from '../../../testing/app.ts';
import { addDepartment, addPerson, personPassword } from '../../../testing/people.ts';

const roleRights = ['list', 'query', 'add', 'edit', 'remove', 'export'].map(
  (action) => `system:role:${action}`,
);

/** 100 ─ 110 ─ 111, 100 ─ 120. */
export async function addDepartmentTree(t: TestApp): Promise<void> {
  await addDepartment(t, 110, 100, [0, 100]);
  await addDepartment(t, 111, 110, [0, 100, 110]);
  await addDepartment(t, 120, 100, [0, 100]);
}

interface RoleFacts {
  dataScope?: string;
  deptIds?: number[];
  menuIds?: number[];
  status?: string;
  ownerId?: number;
  holders?: number[];
}

/** Inserts a role directly into the database. */
export async function storeRole(
  { app: { pool } }: TestApp,
  name: string,
  facts: RoleFacts = {},
): Promise<number> {
  const { dataScope = '5', deptIds = [], menuIds = [], status = '0', ownerId = null, holders = [] } = facts;
  const { rows } = await pool.query(
    `insert into sys_role (role_name, role_key, data_scope, status, owner_id)
     values ($1, $1, $2, $3, $4) returning role_id`,
    [name, dataScope, status, ownerId],
  );
  const roleId: number = rows[0].role_id;
  await pool.query('insert into sys_role_menu select $1, unnest($2::int[])', [roleId, menuIds]);
  await pool.query('insert into sys_role_dept select $1, unnest($2::int[])', [roleId, deptIds]);
  await pool.query('insert into sys_user_role select unnest($2::int[]), $1', [roleId, holders]);
  return roleId;
}

export async function readRole({ app: { pool } }: TestApp, roleId: number) {
  const { rows } = await pool.query(
    `select r.*, array(select menu_id from sys_role_menu where role_id = r.role_id order by 1) as menus,
       array(select dept_id from sys_role_dept where role_id = r.role_id order by 1) as depts,
       array(select user_id from sys_user_role where role_id = r.role_id order by 1) as users
     from sys_role r where role_id = $1`,
    [roleId],
  );
  return rows[0];
}

/** Adds a user with all permissions on roles, and `more`. */
export async function addRoleManager(
  t: TestApp,
  name: string,
  { deptId = 110, more = [] as string[], dataScope = '4', deptIds = [] as number[] } = {},
) {
  const role = { permissions: [...roleRights, ...more], dataScope, deptIds };
  const userId = await addPerson(t, name, [role], deptId);
  const token = await t.login(name, personPassword);
  const { rows } = await t.app.pool.query(
    `select r.role_id, m.menu_id, m.perms from sys_user_role ur join sys_role r using (role_id)
     join sys_role_menu using (role_id) join sys_menu m using (menu_id) where ur.user_id = $1`,
    [userId],
  );
  const menuOf = (permission: string): number => rows.find((row) => row.perms === permission)?.menu_id;
  return { userId, token, roleId: Number(rows[0]?.role_id), menuOf };
}
