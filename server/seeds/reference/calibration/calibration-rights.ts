import type pg from 'pg';

const [operator, viewer] = [2, 3];
const [configs, query, exported, run] = [1820, 1821, 1825, 1826];
const [history, historyExport] = [1840, 1841];

/**
 * Operators see calibrations and run rounds, viewers see them. What K and B count is decided by others: operators hold no
 * right to write to devices either.
 */
export async function seedCalibrationRights(client: pg.PoolClient): Promise<void> {
  const granted: [role: number, menuIds: number[]][] = [
    [operator, [configs, query, exported, run, history, historyExport]],
    [viewer, [configs, query, history]],
  ];
  // A role that has been removed gets nothing.
  for (const [role, menuIds] of granted)
    await client.query(
      `insert into sys_role_menu (role_id, menu_id)
       select role_id, unnest($2::bigint[]) from sys_role where role_id = $1 and del_flag = '0'
       on conflict do nothing`,
      [role, menuIds],
    );
}
