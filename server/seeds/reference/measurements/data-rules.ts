import { shippedRules } from '@limpid/contract/quality/shipped-rules';
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
    buttonRow(
      1857,
      rules,
      ['检查历史数据', 'Check past data', 'Contrôler le passé'],
      'basic:dataRule:apply',
      7,
    ),
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
  await seedRules(client);
}

/** Templates for all sites; channels that an installation has removed have none. */
async function seedRules(client: pg.PoolClient): Promise<void> {
  for (const [
    index,
    { gbCode, otherGbCode = null, name, nameEn, nameFr, ...limits },
  ] of shippedRules.entries()) {
    const columns = Object.entries(limits).map(([field, value]) => [
      field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]);
    const names = columns.map(([column]) => column);
    await client.query(
      `insert into data_rule (rule_id, rule_name, rule_name_en, rule_name_fr, dept_id, channel_id, other_channel_id, create_by, ${names.join(', ')})
       select $4, $1, $5, $6, (select dept_id from sys_dept where cardinality(ancestors) <= 1 order by dept_id limit 1), c.channel_id,
         o.channel_id, 'system', ${names.map((_, place) => `$${place + 7}`).join(', ')}
       from basic_channel c left join basic_channel o on o.gb_code = $3
       where c.gb_code = $2 and ($3::text is null or o.channel_id is not null)
       on conflict do nothing`,
      [name, gbCode, otherGbCode, index + 1, nameEn, nameFr, ...columns.map(([, value]) => value)],
    );
  }
}
