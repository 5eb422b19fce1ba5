import type pg from 'pg';
import { insertRows } from '../../insert.ts';
import { buttonRow, screenRows } from '../../menu-rows.ts';

const [basicData, dataCenter] = [1200, 1410];
const [rules, audit] = [1850, 1860];

/** The screens of data rules and of the data audit. */
export async function seedDataRules(client: pg.PoolClient): Promise<void> {
  await insertRows(client, 'sys_menu', [
    ...screenRows({
      id: rules,
      parent: basicData,
      order: 3,
      titles: ['数据规则', 'Data rules', 'Règles de données'],
      path: 'dataRule',
      component: 'basic/dataRule/index',
      permission: 'basic:dataRule',
      icon: 'validCode',
      buttons: { query: 1851, add: 1852, edit: 1853, remove: 1854, export: 1855, import: 1856 },
    }),
    buttonRow(1857, rules, ['检查历史数据', 'Check past data', 'Contrôler le passé'], 'basic:dataRule:apply', 7),
    ...screenRows({
      id: audit,
      parent: dataCenter,
      order: 8,
      titles: ['数据审核', 'Data audit', 'Audit des données'],
      path: 'audit',
      component: 'data/audit/index',
      permission: 'data:audit',
      icon: 'form',
      buttons: { export: 1862 },
    }),
    buttonRow(1861, audit, ['审核', 'Review', 'Examiner'], 'data:audit:review', 1),
  ]);
}
