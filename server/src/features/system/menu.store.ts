import { sql } from 'kysely';
import { type Caller, mayEverything } from '../../platform/auth/caller.ts';
import type { Database } from '../../platform/db/database.ts';

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

/** Catalogs and screens the caller's roles give, in order; everything for the super administrator. */
export async function listMenus(db: Database, caller: Caller): Promise<Menu[]> {
  const granted = mayEverything(caller)
    ? sql`true`
    : sql`m.menu_id in (
        select rm.menu_id from sys_role_menu rm
        join sys_user_role ur on ur.role_id = rm.role_id
        join sys_role r on r.role_id = rm.role_id and r.status = '0' and r.del_flag = '0'
        where ur.user_id = ${caller.userId})`;
  const { rows } = await sql<Menu>`
    select m.* from sys_menu m
    where m.menu_type in ('M', 'C') and m.status = '0' and ${granted}
    order by m.parent_id, m.order_num, m.menu_id`.execute(db);
  return rows;
}
