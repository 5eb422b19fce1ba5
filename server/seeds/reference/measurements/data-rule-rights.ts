import type pg from 'pg';

const operator = 2;
const [basicData, screen, query] = [1200, 1850, 1851];

/** The operator on shift reads the rules behind the flags; writing rules and checking past data are rights of others. */
export async function grantDataRules(client: pg.PoolClient): Promise<void> {
  // An administrator may have removed the role or a menu.
  await client.query(
    `insert into sys_role_menu (role_id, menu_id) select role_id, menu_id from sys_role, sys_menu
     where role_id = $1 and menu_id = any($2) on conflict do nothing`,
    [operator, [basicData, screen, query]],
  );
}
