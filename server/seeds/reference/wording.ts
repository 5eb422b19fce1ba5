import type pg from 'pg';

/** The text that an earlier seed has inserted, and its replacement. */
type Rename = [table: string, column: string, from: string, to: string];

const renames: Rename[] = [
  ['sys_menu', 'menu_name_fr', 'Canaux', 'Paramètres mesurés'],
  ['sys_menu', 'menu_name_fr', 'Avis', 'Annonces'],
  ['sys_menu', 'menu_name_fr', 'Moniteur des clients', 'Stations connectées'],
  ['sys_menu', 'menu_name_fr', 'Lire les tendances', 'Lire les évolutions'],
  ['sys_dict_type', 'dict_name_fr', 'Type d’avis', 'Type d’annonce'],
  ['sys_dict_type', 'dict_name_fr', 'État d’un avis', 'État d’une annonce'],
  ['sys_job', 'job_name_en', 'Make hours and days anew', 'Rebuild hours and days'],
];

/** The first type of notices; "Annonce" is already the second. */
const noticeTypes: Rename[] = [['sys_dict_data', 'dict_label_fr', 'Avis', 'Information']];

/** Replaces seeded texts, except those that were edited in the console. */
export async function renameSeededTexts(client: pg.PoolClient): Promise<void> {
  for (const [table, column, from, to] of [...renames, ...noticeTypes]) {
    await client.query(`update ${table} set ${column} = $2 where ${column} = $1 and create_by = 'system'`, [
      from,
      to,
    ]);
  }
  // The English name of level 5 of HJ 633 differed between channels and the map.
  await client.query(
    `update basic_channel set levels = (
       select jsonb_agg(
         case when level ->> 'nameEn' = 'Heavy pollution' and level ->> 'name' = '重度污染'
           then jsonb_set(level, '{nameEn}', '"Severe pollution"') else level end order by place
       ) from jsonb_array_elements(levels) with ordinality as each(level, place)
     ) where levels @> '[{"name": "重度污染", "nameEn": "Heavy pollution"}]'`,
  );
}
