import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Caller, mayEverything } from '../../../platform/auth/caller.ts';
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

/** The menus that the caller's enabled roles give; everything for the super administrator. */
function heldBy(caller: Caller): RawBuilder<SqlBool> {
  if (mayEverything(caller)) return sql<SqlBool>`true`;
  return sql<SqlBool>`m.menu_id in (
    select rm.menu_id from sys_role_menu rm
    join sys_user_role ur on ur.role_id = rm.role_id
    join sys_role r on r.role_id = rm.role_id and r.status = '0' and r.del_flag = '0'
    where ur.user_id = ${caller.userId})`;
}

/** Catalogs and screens the caller sees, in order. */
export async function listMenus(db: Database, caller: Caller): Promise<Menu[]> {
  const { rows } = await sql<Menu>`
    select m.* from sys_menu m
    where m.menu_type in ('M', 'C') and m.status = '0' and ${heldBy(caller)}
    order by m.parent_id, m.order_num, m.menu_id`.execute(db);
  return rows;
}

/** What the caller may grant to others: no more than is held. */
export async function listHeldMenus(db: Database, caller: Caller): Promise<MenuRecord[]> {
  const { rows } = await sql<MenuRecord>`
    select m.* from sys_menu m where ${heldBy(caller)}
    order by m.parent_id, m.order_num, m.menu_id`.execute(db);
  return rows;
}

/**
 * What the caller may look at and change: what is held, and what they added themselves. Menus keep the name of who added
 * them, so those that are older than the caller's account were added by an earlier user of that name.
 */
export async function findVisibleIds(db: Database, caller: Caller): Promise<Set<number>> {
  const { rows } = await sql<{ menuId: number }>`
    select m.menu_id from sys_menu m
    where ${heldBy(caller)} or (m.create_by = ${caller.userName}
      and m.create_time >= (select create_time from sys_user where user_id = ${caller.userId}))`.execute(db);
  return new Set(rows.map(({ menuId }) => menuId));
}

/** One change of the tree at a time, or two moves could close a circle between them. */
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

/** The built-in screen where menus are changed, and what it stands under; those not open are said to be so. */
export async function listWayToMenus(db: Database): Promise<{ menuId: number; isOpen: boolean }[]> {
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
 * The menus of a role as a tree control ticks them: with linked ticks, a menu whose children the role has is left
 * out, because its box follows from theirs. Undefined when there is no such role.
 */
export async function findTicked(db: Database, roleId: number): Promise<number[] | undefined> {
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
