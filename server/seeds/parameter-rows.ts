import type pg from 'pg';
import { insertRows, type Titles } from './insert.ts';

export interface SeededParameter {
  id: number;
  titles: Titles;
  key: string;
  value: string;
  /** The values that can be set. */
  remark: string;
}

export async function insertParameters(
  client: pg.PoolClient,
  parameters: readonly SeededParameter[],
): Promise<void> {
  await insertRows(client, 'sys_config', parameters.map(parameterRow));
}

function parameterRow({ id, titles: [zh, en, fr], key, value, remark }: SeededParameter) {
  return {
    config_id: id,
    config_name: zh,
    config_name_en: en,
    config_name_fr: fr,
    config_key: key,
    config_value: value,
    config_type: 'Y',
    create_by: 'system',
    remark,
  };
}
