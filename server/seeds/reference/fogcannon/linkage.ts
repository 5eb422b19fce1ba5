import type pg from 'pg';
import { insertRows } from '../../insert.ts';
import { type SeededScreen, screenRows } from '../../menu-rows.ts';
import { insertParameters } from '../../parameter-rows.ts';

const catalog = 1700;
const [rules, decisions] = [catalog + 2, catalog + 4];
const [operator, viewer] = [2, 3];
const [query, ruleExport, decisionExport] = [1721, 1725, 1741];

const screens: SeededScreen[] = [
  {
    id: rules,
    parent: catalog,
    order: 2,
    titles: ['联动规则', 'Linkage rules', 'Règles d’automatisation'],
    path: 'linkage',
    component: 'fog/linkage/index',
    permission: 'fog:linkage',
    icon: 'tree',
    buttons: { query, add: 1722, edit: 1723, remove: 1724, export: ruleExport },
  },
  {
    id: decisions,
    parent: catalog,
    order: 4,
    titles: ['联动记录', 'Decision log', 'Journal des décisions'],
    path: 'decision',
    component: 'fog/decision/index',
    permission: 'fog:decision',
    icon: 'log',
    buttons: { export: decisionExport },
  },
];

/** The menu of linkage rules; operators and viewers see them, and who administers stations changes them. */
export async function seedLinkage(client: pg.PoolClient): Promise<void> {
  await insertRows(client, 'sys_menu', screens.flatMap(screenRows));
  const granted: [number, number[]][] = [
    [operator, [rules, query, ruleExport, decisions, decisionExport]],
    [viewer, [rules, query, decisions]],
  ];
  await insertRows(
    client,
    'sys_role_menu',
    granted.flatMap(([role_id, menuIds]) => menuIds.map((menu_id) => ({ role_id, menu_id }))),
  );
  await insertParameters(client, [
    {
      id: 99,
      titles: [
        '手动操作雾炮后联动暂停分钟',
        'Linkage pauses after manual switching (min)',
        'Pause de l’automatisation après une commande manuelle (min)',
      ],
      key: 'fog.manualMinutes',
      value: '30',
      remark: '0–1440',
    },
  ]);
}
