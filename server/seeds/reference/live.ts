import { liveSwitch } from '@limpid/contract/live';
import type pg from 'pg';
import { insertRows } from '../insert.ts';

/** The switch of the live socket, on. */
export async function addLiveSwitch(client: pg.PoolClient): Promise<void> {
  await insertRows(client, 'sys_config', [
    {
      config_id: 15,
      config_name: '实时推送开关',
      config_name_en: 'Live messages',
      config_name_fr: 'Messages en direct',
      config_key: liveSwitch,
      config_value: 'true',
      config_type: 'Y',
      create_by: 'system',
      remark: 'true / false',
    },
  ]);
}
