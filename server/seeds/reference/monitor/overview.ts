import type pg from 'pg';
import { insertRows } from '../../insert.ts';
import { menuNames } from '../../menu-rows.ts';

const monitoring = 2;
const overview = 1440;

/** The overview of the installation. */
export async function seedOverview(client: pg.PoolClient): Promise<void> {
  await insertRows(client, 'sys_menu', [
    {
      menu_id: overview,
      parent_id: monitoring,
      ...menuNames(['系统概览', 'Overview', 'Vue d’ensemble']),
      order_num: 0,
      path: 'overview',
      component: 'monitor/overview/index',
      menu_type: 'C',
      icon: 'dashboard',
    },
  ]);
}
