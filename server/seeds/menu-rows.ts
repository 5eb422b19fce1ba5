import type pg from 'pg';
import { insertRows, type Titles } from './insert.ts';

const actions: Record<string, Titles> = {
  query: ['查询', 'View', 'Consulter'],
  add: ['新增', 'Add', 'Ajouter'],
  edit: ['修改', 'Edit', 'Modifier'],
  remove: ['删除', 'Delete', 'Supprimer'],
  export: ['导出', 'Export', 'Exporter'],
  import: ['导入', 'Import', 'Importer'],
};

export interface SeededScreen {
  id: number;
  parent: number;
  order: number;
  titles: Titles;
  path: string;
  component: string;
  permission: string;
  icon: string;
  /** Menu ids by action: the family’s id where it has one, else from 1900 on; menus added by users start at 2000. */
  buttons: Record<string, number>;
}

interface SeededCatalog {
  id: number;
  parent?: number;
  order: number;
  titles: Titles;
  path: string;
  icon: string;
}

export function catalogRow({ id, parent = 0, order, titles, path, icon }: SeededCatalog) {
  return {
    menu_id: id,
    parent_id: parent,
    ...menuNames(titles),
    order_num: order,
    path,
    menu_type: 'M',
    icon,
  };
}

export function menuNames([zh, en, fr]: Titles) {
  return { menu_name: zh, menu_name_en: en, menu_name_fr: fr, create_by: 'system' };
}

/** The row of a screen and the rows of its buttons. */
export function screenRows(screen: SeededScreen) {
  return [screenRow(screen), ...buttonRows(screen)];
}

function screenRow({ component, permission, ...place }: SeededScreen) {
  return { ...catalogRow(place), component, menu_type: 'C', perms: `${permission}:list` };
}

function buttonRows({ id, permission, buttons }: SeededScreen) {
  return Object.entries(buttons).map(([action, button], index) =>
    buttonRow(button, id, actions[action] ?? [action, action, action], `${permission}:${action}`, index + 1),
  );
}

export function buttonRow(id: number, parent: number, titles: Titles, perms: string, order: number) {
  return { menu_id: id, parent_id: parent, ...menuNames(titles), order_num: order, menu_type: 'F', perms };
}

/** The roles that watch the measurements: the operator on shift and the viewer. */
const watchingRoles = [2, 3];

export async function grantToWatchingRoles(client: pg.PoolClient, menuIds: readonly number[]): Promise<void> {
  const rows = watchingRoles.flatMap((role_id) => menuIds.map((menu_id) => ({ role_id, menu_id })));
  await insertRows(client, 'sys_role_menu', rows);
}
