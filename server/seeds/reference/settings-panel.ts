import type pg from 'pg';
import { insertRows } from '../insert.ts';

/** Whether people may choose colours and layout for themselves; off until an administrator says so. */
export async function addSettingsPanel(client: pg.PoolClient): Promise<void> {
  await insertRows(client, 'sys_config', [
    {
      config_id: 10,
      config_name: '界面设置面板开关',
      config_name_en: 'Display settings panel',
      config_name_fr: 'Panneau des réglages d’affichage',
      config_key: 'sys.index.showSettings',
      config_value: 'false',
      config_type: 'Y',
      create_by: 'system',
      remark: 'true / false',
    },
  ]);
}
