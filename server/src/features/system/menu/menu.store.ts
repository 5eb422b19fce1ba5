import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Caller, hasAllPermissions } from '../../../platform/auth/caller.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { MenuRecord } from './menu-tree.rule.ts';

export interface Menu {
  menuId: number;
  parentId: number;
  menuName: string;
  menuNameEn: string | null;
  menuNameFr: string | null;
  path: string;
  component: string | null;
  query: string | null;
  routeName: string | null;
  isFrame: string;
  isCache: string;
  menuType: 'M' | 'C';
  visible: string;
  icon: string;
}

/** Condition for the menus of the caller's enabled roles; all menus for an administrator. */
function grantedTo(caller: Caller): RawBuilder<SqlBool> {
  if (hasAllPermissions(caller)) return sql<SqlBool>`true`;
  return sql<SqlBool>`m.menu_id in (
    select rm.menu_id from sys_role_menu rm
    join sys_user_role ur on ur.role_id = rm.role_id
    join sys_role r on r.role_id = rm.role_id and r.status = '0' and r.del_flag = '0'
    where ur.user_id = ${caller.userId})`;
}

/** The enabled catalogs and screens of the caller, in order. */
export async function listMenus(db: Database, caller: Caller): Promise<Menu[]> {
  const { rows } = await sql<Menu>`
    select m.* from sys_menu m
    where m.menu_type in ('M', 'C') and m.status = '0' and ${grantedTo(caller)}
    order by m.parent_id, m.order_num, m.menu_id`.execute(db);
  return rows;
}

/** The menus that the caller may grant. */
export async function listHeldMenus(db: Database, caller: Caller): Promise<MenuRecord[]> {
  const { rows } = await sql<MenuRecord>`
    select m.* from sys_menu m where ${grantedTo(caller)}
    order by m.parent_id, m.order_num, m.menu_id`.execute(db);
  return rows;
}

/**
 * The menus that the caller may see and change: granted ones, and those that the caller added. Menus store the name of
 * their author, so a menu older than the caller's account was added by an earlier user of the same name.
 */
export async function findVisibleIds(db: Database, caller: Caller): Promise<Set<number>> {
  const { rows } = await sql<{ menuId: number }>`
    select m.menu_id from sys_menu m
    where ${grantedTo(caller)} or (m.create_by = ${caller.userName}
      and m.create_time >= (select create_time from sys_user where user_id = ${caller.userId}))`.execute(db);
  return new Set(rows.map(({ menuId }) => menuId));
}

/** Serialises changes of the tree: two concurrent moves could form a cycle. */
export async function lockMenus(db: Database): Promise<void> {
  await sql`lock table sys_menu in share row exclusive mode`.execute(db);
}

export async function listAllMenus(db: Database): Promise<MenuRecord[]> {
  const { rows } = await sql<MenuRecord>`
    select menu_id, parent_id, menu_name, menu_name_en, menu_name_fr, menu_type, is_frame, path, route_name
    from sys_menu order by menu_id`.execute(db);
  return rows;
}

export async function isGranted(db: Database, menuId: number): Promise<boolean> {
  const { rows } = await sql`select 1 from sys_role_menu where menu_id = ${menuId} limit 1`.execute(db);
  return rows.length > 0;
}

/** The built-in screen of menus and its ancestors, and whether each is enabled and visible. */
export async function listMenuScreenPath(db: Database): Promise<{ menuId: number; isOpen: boolean }[]> {
  const { rows } = await sql<{ menuId: number; isOpen: boolean }>`
    with recursive way as (
      select menu_id, parent_id, status, visible from sys_menu
      where component = 'system/menu/index' and create_by = 'system'
      union
      select m.menu_id, m.parent_id, m.status, m.visible from sys_menu m join way on m.menu_id = way.parent_id)
    select menu_id, status = '0' and visible = '0' as is_open from way`.execute(db);
  return rows;
}

/**
 * The checked menus of a role for a tree control. With linked checkboxes a menu with granted children is left out,
 * because the control derives its state. Undefined for an unknown role.
 */
export async function listCheckedMenus(db: Database, roleId: number): Promise<number[] | undefined> {
  const { rows } = await sql<{ ticked: number[] }>`
    select array(
      select rm.menu_id from sys_role_menu rm join sys_menu m on m.menu_id = rm.menu_id
      where rm.role_id = r.role_id and not (r.menu_check_strictly and exists (
        select 1 from sys_role_menu below join sys_menu child on child.menu_id = below.menu_id
        where below.role_id = r.role_id and child.parent_id = rm.menu_id))
      order by m.parent_id, m.order_num, m.menu_id) as ticked
    from sys_role r where r.role_id = ${roleId} and r.del_flag = '0'`.execute(db);
  return rows[0]?.ticked;
}
