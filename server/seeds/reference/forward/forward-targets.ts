import type pg from 'pg';
import { insertRows } from '../../insert.ts';
import { screenRows } from '../../menu-rows.ts';
import { insertParameters } from '../../parameter-rows.ts';

const siteCatalog = 1300;
const screen = 1880;

/** The screen of forwarding targets. Only administrators decide where readings are sent. */
export async function seedForwardTargets(client: pg.PoolClient): Promise<void> {
  await insertRows(
    client,
    'sys_menu',
    screenRows({
      id: screen,
      parent: siteCatalog,
      order: 5,
      titles: ['数据转发', 'Forwarding targets', 'Cibles de transfert'],
      path: 'forwardTarget',
      component: 'site/forwardTarget/index',
      permission: 'site:forwardTarget',
      icon: 'guide',
      buttons: { query: 1881, add: 1882, edit: 1883, remove: 1884, export: 1885 },
    }),
  );
  await insertParameters(client, [
    {
      id: 93,
      titles: [
        '转发日志成功抽样（每 N 条记录一条）',
        'Forwarding log: one of so many successes',
        'Journal des transferts : un succès consigné sur',
      ],
      key: 'sys.log.forwardSuccessSample',
      value: '100',
      remark: '1–100000',
    },
  ]);
}
