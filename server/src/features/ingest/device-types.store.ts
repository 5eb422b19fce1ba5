import { sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';

export interface DeviceTypeWithCodes {
  deviceTypeId: number;
  typeName: string;
  typeNameEn: string | null;
  typeNameFr: string | null;
  /** For each channel all its codes and aliases, in lower case. */
  channels: string[][];
}

/** The enabled device types, in the order of their ids. */
export async function listDeviceTypesWithCodes(db: Database): Promise<DeviceTypeWithCodes[]> {
  const { rows } = await sql<DeviceTypeWithCodes>`
    select t.device_type_id, t.type_name, t.type_name_en, t.type_name_fr,
      json_agg(lower((array[c.gb_code, c.channel_code] || c.aliases || l.aliases)::text)::text[]) as channels
    from basic_device_type t
    join basic_device_type_channel l using (device_type_id)
    join basic_channel c using (channel_id)
    where t.status = '0'
    group by t.device_type_id
    order by t.device_type_id`.execute(db);
  return rows;
}
