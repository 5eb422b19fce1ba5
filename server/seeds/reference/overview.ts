import type pg from 'pg';
import { insertRows } from '../insert.ts';
import { names } from './menus.ts';

const monitoring = 2;
const overview = 1440;

/** What the installation holds: it was the start page before there was a map. */
export async function addOverview(client: pg.PoolClient): Promise<void> {
  await insertRows(client, 'sys_menu', [
    {
      menu_id: overview,
      parent_id: monitoring,
      ...names(['系统概览', 'Overview', 'Vue d’ensemble']),
      order_num: 0,
      path: 'overview',
      component: 'monitor/overview/index',
      menu_type: 'C',
      icon: 'dashboard',
    },
  ]);
}
