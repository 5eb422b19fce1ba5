import { query } from './database.ts';

interface MenuRow {
  menu_id: number;
  parent_id?: number;
  names: [zh: string, en: string, fr: string];
  path: string;
  component?: string;
  menu_type: 'M' | 'C';
  /** 0: a link that opens outside. */
  is_frame?: '0' | '1';
  /** 1: starts anew whenever it is gone to. */
  is_cache?: '0' | '1';
  visible?: '0' | '1';
}

/** Puts menus beside the seeded ones, as the menu screen will. Everybody who sees all menus sees them. */
export async function addMenus(rows: MenuRow[]): Promise<void> {
  for (const { names, parent_id = 0, is_frame = '1', is_cache = '0', visible = '0', ...row } of rows) {
    await query(
      `insert into sys_menu (menu_id, parent_id, menu_name, menu_name_en, menu_name_fr, order_num, path,
        component, menu_type, is_frame, is_cache, visible)
      values ($1, $2, $3, $4, $5, $1, $6, $7, $8, $9, $10, $11) on conflict do nothing`,
      [row.menu_id, parent_id, ...names, row.path, row.component, row.menu_type, is_frame, is_cache, visible],
    );
  }
}

export async function removeMenus(...ids: number[]): Promise<void> {
  await query('delete from sys_menu where menu_id = any($1)', [ids]);
}
