import type pg from 'pg';
import { insertRows } from '../insert.ts';

/** How many connections of one address may wait for their first accepted packet. */
export async function addGatewayLimits(client: pg.PoolClient): Promise<void> {
  await insertRows(client, 'sys_config', [
    {
      config_id: 80,
      config_name: '单地址未验证连接上限',
      config_name_en: 'Unproven station connections per address',
      config_name_fr: 'Connexions de stations non vérifiées par adresse',
      config_key: 'gateway.unprovenConnections',
      config_value: '200',
      config_type: 'Y',
      create_by: 'system',
      remark: '1–99999',
    },
  ]);
}
