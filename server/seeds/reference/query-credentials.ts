import type pg from 'pg';
import { insertRows } from '../insert.ts';

/** Whether clients of 2.x may log in with the password in the address; off until an administrator says so. */
export async function addQueryCredentials(client: pg.PoolClient): Promise<void> {
  await insertRows(client, 'sys_config', [
    {
      config_id: 91,
      config_name: '允许登录信息放在网址中（2.x 客户端）',
      config_name_en: 'Login data in the address (clients of 2.x)',
      config_name_fr: 'Identifiants dans l’adresse (clients 2.x)',
      config_key: 'sys.login.queryCredentials',
      config_value: 'false',
      config_type: 'Y',
      create_by: 'system',
      remark: 'true / false',
    },
  ]);
}
