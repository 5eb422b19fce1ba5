import type pg from 'pg';
import { insertRows } from '../insert.ts';

/** Where the login page's code for the mobile app leads; empty until there is an app to fetch. */
export async function addAppDownload(client: pg.PoolClient): Promise<void> {
  await insertRows(client, 'sys_config', [
    {
      config_id: 14,
      config_name: '移动应用下载地址',
      config_name_en: 'Address of the mobile app',
      config_name_fr: 'Adresse de l’application mobile',
      config_key: 'sys.app.download',
      config_value: '',
      config_type: 'Y',
      create_by: 'system',
      remark: 'https://…',
    },
  ]);
}
