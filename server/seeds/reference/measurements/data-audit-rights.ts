import type pg from 'pg';

const operator = 2;
const [screen, sheet] = [1860, 1862];

/** The operator on shift sees flagged periods and exports them; reviewing and locking are rights of an auditor. */
export async function grantDataAudit(client: pg.PoolClient): Promise<void> {
  // An administrator may have removed the role or a menu.
  await client.query(
    `insert into sys_role_menu (role_id, menu_id) select role_id, menu_id from sys_role, sys_menu
     where role_id = $1 and menu_id = any($2) on conflict do nothing`,
    [operator, [screen, sheet]],
  );
}
