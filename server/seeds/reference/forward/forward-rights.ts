import type pg from 'pg';
import { insertRows } from '../../insert.ts';
import { buttonRow } from '../../menu-rows.ts';

const [operator, viewer] = [2, 3];
const [targets, query, edit, exported, pause] = [1880, 1881, 1883, 1885, 1886];
const [log, logQuery, logExport] = [502, 1920, 1922];
const reissues = 1890;
const watched = [targets, query, log, logQuery, reissues];

/**
 * Operators and viewers see targets, reissues and the log, and operators pause and resume targets. Addresses, secrets and
 * what is sent again are decided by others.
 */
export async function grantForwarding(client: pg.PoolClient): Promise<void> {
  const titles = ['暂停与恢复', 'Pause and resume', 'Suspendre et reprendre'] as const;
  await insertRows(client, 'sys_menu', [
    buttonRow(pause, targets, [...titles], 'site:forwardTarget:pause', 6),
  ]);
  // Whoever could edit targets could pause them.
  await client.query(
    `insert into sys_role_menu (role_id, menu_id) select role_id, $2 from sys_role_menu where menu_id = $1
     on conflict do nothing`,
    [edit, pause],
  );
  const granted: [role: number, menuIds: number[]][] = [
    [operator, [...watched, pause, exported, logExport]],
    [viewer, watched],
  ];
  // With the catalogs above. An administrator may have removed the role or a menu.
  for (const [role, menuIds] of granted)
    await client.query(
      `with recursive held as (
         select menu_id, parent_id from sys_menu where menu_id = any($2)
         union select above.menu_id, above.parent_id from sys_menu above join held on above.menu_id = held.parent_id
       )
       insert into sys_role_menu (role_id, menu_id) select role_id, menu_id from sys_role, held
       where role_id = $1 and del_flag = '0' on conflict do nothing`,
      [role, menuIds],
    );
}
