import type pg from 'pg';
import { insertRows } from '../../insert.ts';
import { buttonRow } from '../../menu-rows.ts';

const system = 1;
const overview = 1440;
const [upload, versions] = [1912, 1913];

/** Permissions that every session had before; roles that edit resources with files keep the upload. */
export async function seedNarrowRights(client: pg.PoolClient): Promise<void> {
  await insertRows(client, 'sys_menu', [
    buttonRow(
      upload,
      system,
      ['上传文件', 'Upload files', 'Téléverser des fichiers'],
      'common:file:upload',
      99,
    ),
    buttonRow(
      versions,
      overview,
      ['查看版本信息', 'View versions', 'Consulter les versions'],
      'monitor:server:list',
      1,
    ),
  ]);
  await client.query(
    `insert into sys_role_menu
     select distinct rm.role_id, $1::integer from sys_role_menu rm join sys_menu m on m.menu_id = rm.menu_id
     where m.perms = any($2)`,
    [upload, ['system:notice:add', 'system:notice:edit', 'site:entity:add', 'site:entity:edit']],
  );
}
