import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { administratorRoleId, allPermissions, type RightsHolder } from './caller.ts';

/** The enabled roles of the user `u`. */
export const enabledRoles = `
  coalesce((
    select json_agg(json_build_object(
      'roleKey', r.role_key,
      'dataScope', r.data_scope,
      'deptIds', array(select rd.dept_id from sys_role_dept rd where rd.role_id = r.role_id),
      'permissions', case when r.role_id = ${administratorRoleId} then array['${allPermissions}'] else array(
        select distinct trim(p) from sys_role_menu rm
        join sys_menu m on m.menu_id = rm.menu_id and m.status = '0'
        cross join lateral unnest(string_to_array(m.perms, ',')) p
        where rm.role_id = r.role_id and trim(p) <> '' order by 1) end
    ) order by r.role_sort, r.role_id)
    from sys_user_role ur
    join sys_role r on r.role_id = ur.role_id and r.status = '0' and r.del_flag = '0'
    where ur.user_id = u.user_id), '[]')`;

/** The current rights of an enabled user, for what the program does in their name; undefined without such a user. */
export async function findRights(
  db: Database,
  userId: number,
): Promise<(RightsHolder & { userName: string }) | undefined> {
  const { rows } = await sql<RightsHolder & { userName: string }>`
    select u.user_id, u.user_name, u.dept_id, ${sql.raw(enabledRoles)} as roles
    from sys_user u where u.user_id = ${userId} and u.status = '0' and u.del_flag = '0'`.execute(db);
  return rows[0];
}
