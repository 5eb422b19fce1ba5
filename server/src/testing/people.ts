import { hashPassword } from '../platform/auth/passwords.ts';
import type { TestApp } from './app.ts';

interface RoleFacts {
  permissions: string[];
  dataScope?: string;
  /** Departments of a role whose scope is "chosen departments". */
  deptIds?: number[];
}

export const personPassword = 'Plain-horse-2';
const hashed = hashPassword(personPassword);

/** Adds a user with roles that hold exactly these permissions. Missing menus are created for them. */
export async function addPerson(
  { app: { pool } }: TestApp,
  userName: string,
  roles: RoleFacts[],
  deptId = 100,
): Promise<number> {
  const user = await pool.query(
    `insert into sys_user (dept_id, user_name, nick_name, password) values ($1, $2, $2, $3) returning user_id`,
    [deptId, userName, await hashed],
  );
  const userId: number = user.rows[0].user_id;
  for (const [index, { permissions, dataScope = '1', deptIds = [] }] of roles.entries()) {
    const role = await pool.query(
      `insert into sys_role (role_name, role_key, data_scope) values ($1, $1, $2) returning role_id`,
      [`role of ${userName}${index > 0 ? ` (${index + 1})` : ''}`, dataScope],
    );
    const roleId: number = role.rows[0].role_id;
    await pool.query('insert into sys_user_role values ($1, $2)', [userId, roleId]);
    await pool.query(
      `with made as (
        insert into sys_menu (menu_name, menu_type, perms)
        select p, 'F', p from unnest($2::text[]) p returning menu_id)
      insert into sys_role_menu select $1, menu_id from made`,
      [roleId, permissions],
    );
    await pool.query('insert into sys_role_dept select $1, unnest($2::int[])', [roleId, deptIds]);
  }
  return userId;
}

export async function addDepartment(
  { app: { pool } }: TestApp,
  deptId: number,
  parentId: number,
  ancestors: number[],
): Promise<void> {
  await pool.query(
    'insert into sys_dept (dept_id, parent_id, ancestors, dept_name) values ($1, $2, $3, $4)',
    [deptId, parentId, ancestors, `department ${deptId}`],
  );
}
