import type pg from 'pg';
import { insertRows } from '../insert.ts';

/** After how many days a session ends however much it is used. */
export async function addSessionLifetime(client: pg.PoolClient): Promise<void> {
  await insertRows(client, 'sys_config', [
    {
      config_id: 90,
      config_name: '会话最长天数',
      config_name_en: 'Longest session in days',
      config_name_fr: 'Durée maximale d’une session en jours',
      config_key: 'sys.account.sessionDays',
      config_value: '30',
      config_type: 'Y',
      create_by: 'system',
      remark: '1–9999',
    },
  ]);
}
