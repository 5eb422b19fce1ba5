import type pg from 'pg';
import { insertDictionaries } from '../../dictionary-rows.ts';
import { insertRows } from '../../insert.ts';
import { buttonRow, screenRows } from '../../menu-rows.ts';

/** The screen and dictionaries of notices. */
export async function seedNotices(client: pg.PoolClient): Promise<void> {
  await insertDictionaries(
    client,
    [
      {
        type: 'sys_notice_type',
        names: ['通知类型', 'Type of notice', 'Type d’avis'],
        entries: [
          ['1', '通知', 'Notice', 'Avis', 'warning'],
          ['2', '公告', 'Announcement', 'Annonce', 'success'],
        ],
      },
      {
        type: 'sys_notice_status',
        names: ['通知状态', 'State of a notice', 'État d’un avis'],
        entries: [
          ['0', '正常', 'Open', 'Publié', 'primary'],
          ['1', '关闭', 'Closed', 'Fermé', 'danger'],
        ],
      },
    ],
    { type: 20, entry: 80 },
  );
  await insertRows(client, 'sys_menu', [
    ...screenRows({
      id: 107,
      parent: 1,
      order: 8,
      titles: ['通知公告', 'Notices', 'Avis'],
      path: 'notice',
      component: 'system/notice/index',
      permission: 'system:notice',
      icon: 'message',
      buttons: {},
    }),
    buttonRow(1035, 107, ['查询', 'View', 'Consulter'], 'system:notice:query', 1),
    buttonRow(1036, 107, ['新增', 'Add', 'Ajouter'], 'system:notice:add', 2),
    buttonRow(1037, 107, ['修改', 'Edit', 'Modifier'], 'system:notice:edit', 3),
    buttonRow(1038, 107, ['删除', 'Delete', 'Supprimer'], 'system:notice:remove', 4),
  ]);
}
