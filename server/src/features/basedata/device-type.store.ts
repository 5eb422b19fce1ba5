import type { Database } from '../../platform/db/database.ts';
import type { TypeChannel } from './device-type.rule.ts';

type Tables = {
  basicDeviceTypeChannel: TypeChannel & { deviceTypeId: number; orderNum: number };
};

const tables = (db: Database) => db.withTables<Tables>();

export async function listTypeChannels(db: Database, deviceTypeId: number): Promise<TypeChannel[]> {
  return tables(db)
    .selectFrom('basicDeviceTypeChannel')
    .select(['channelId', 'aliases'])
    .where('deviceTypeId', '=', deviceTypeId)
    .orderBy('orderNum')
    .execute();
}

export async function replaceTypeChannels(
  db: Database,
  deviceTypeId: number,
  channels: readonly TypeChannel[],
): Promise<void> {
  await tables(db).deleteFrom('basicDeviceTypeChannel').where('deviceTypeId', '=', deviceTypeId).execute();
  if (channels.length === 0) return;
  const rows = channels.map((one, index) => ({ deviceTypeId, orderNum: index + 1, ...one }));
  await tables(db).insertInto('basicDeviceTypeChannel').values(rows).execute();
}
