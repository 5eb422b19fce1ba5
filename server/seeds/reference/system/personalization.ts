import type pg from 'pg';
import { insertRows } from '../../insert.ts';
import { buttonRow, menuNames } from '../../menu-rows.ts';

/** The screen for titles and pictures of the installation, and the permission to upload these. */
export async function seedPersonalization(client: pg.PoolClient): Promise<void> {
  await insertRows(client, 'sys_menu', [
    {
      menu_id: 118,
      parent_id: 1,
      ...menuNames(['个性化设置', 'Personalization', 'Personnalisation']),
      order_num: 11,
      path: 'personalization',
      component: 'system/personalization/index',
      menu_type: 'C',
      perms: 'system:personalization:query',
      icon: 'skin',
    },
    buttonRow(1910, 118, ['修改', 'Edit', 'Modifier'], 'system:personalization:edit', 1),
    buttonRow(
      1911,
      1,
      ['上传安装包', 'Upload packages', 'Téléverser des paquets'],
      'common:package:upload',
      99,
    ),
  ]);
}
