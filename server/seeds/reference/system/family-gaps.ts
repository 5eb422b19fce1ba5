import type pg from 'pg';
import { insertRows, type Titles } from '../../insert.ts';
import { buttonRow } from '../../menu-rows.ts';
import { insertParameters } from '../../parameter-rows.ts';

const parameters: [id: number, titles: Titles, key: string, value: string, remark: string][] = [
  [
    5,
    ['兼容客户端的皮肤', 'Skin of compatible clients', 'Habillage des clients compatibles'],
    'sys.index.skinName',
    'skin-blue',
    'skin-blue / skin-green / skin-purple / skin-red / skin-yellow',
  ],
  [
    6,
    ['兼容客户端的侧边栏主题', 'Side bar of compatible clients', 'Barre latérale des clients compatibles'],
    'sys.index.sideTheme',
    'theme-dark',
    'theme-dark / theme-light',
  ],
  [
    7,
    [
      '首次登录须修改初始密码',
      'Initial passwords must be changed',
      'Changement obligatoire du mot de passe initial',
    ],
    'sys.account.initPasswordModify',
    '1',
    '1 / 0',
  ],
  [
    8,
    ['密码有效天数', 'Days a password is valid', 'Jours de validité d’un mot de passe'],
    'sys.account.passwordValidateDays',
    '0',
    '0 = ∞',
  ],
];

/** Adds what the console family has and earlier seeds lacked. */
export async function seedFamilyGaps(client: pg.PoolClient): Promise<void> {
  await insertParameters(
    client,
    parameters.map(([id, titles, key, value, remark]) => ({ id, titles, key, value, remark })),
  );
  await insertRows(client, 'sys_menu', [
    buttonRow(1046, 109, ['查询', 'View', 'Consulter'], 'monitor:online:query', 1),
    buttonRow(
      1047,
      109,
      ['批量强退', 'Force log out several', 'Déconnecter plusieurs'],
      'monitor:online:batchLogout',
      2,
    ),
  ]);
  await alignOperationTypes(client);
}

/** Gives operation types the family's order; rows that an administrator has changed stay. */
async function alignOperationTypes(client: pg.PoolClient): Promise<void> {
  const untouched = `create_by = 'system' and update_time is null`;
  await insertRows(client, 'sys_dict_data', [
    {
      dict_code: 90,
      dict_sort: 8,
      dict_label: '生成代码',
      dict_label_en: 'Generate code',
      dict_label_fr: 'Génération de code',
      dict_value: '8',
      dict_type: 'sys_oper_type',
      list_class: 'warning',
      is_default: 'N',
      create_by: 'system',
    },
  ]);
  for (const [value, sort] of [
    ['9', 9],
    ['0', 99],
  ]) {
    await client.query(
      `update sys_dict_data set dict_sort = $2 where dict_type = 'sys_oper_type' and dict_value = $1 and ${untouched}`,
      [value, sort],
    );
  }
  await client.query(
    `update sys_dict_data set list_class = 'danger'
     where dict_type = 'sys_yes_no' and dict_value = 'N' and ${untouched}`,
  );
}
