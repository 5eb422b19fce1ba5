import { sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';
import type { ChannelCodes } from './channel.rule.ts';

type Tables = {
  basicChannel: ChannelCodes & { channelNameEn: string | null; channelNameFr: string | null };
};

export function listChannelCodes(db: Database): Promise<ChannelCodes[]> {
  return db
    .withTables<Tables>()
    .selectFrom('basicChannel')
    .select(['channelId', 'channelName', 'channelCode', 'gbCode', 'aliases'])
    .execute();
}

/** Serialises changes of codes and allocations of slots. */
export async function lockChannels(db: Database): Promise<void> {
  await sql`lock table basic_slot in exclusive mode`.execute(db);
}

/** Allocates the lowest slot that has never been used. */
export async function allocateSlot(db: Database): Promise<number> {
  const { rows } = await sql<{ slot: number }>`
    insert into basic_slot select coalesce(max(slot), 0) + 1 from basic_slot returning slot`.execute(db);
  return rows[0]?.slot ?? 0;
}

interface Uses {
  deviceType: string | null;
  sensorType: string | null;
  hasCoefficients: boolean;
}

/** The first device type and sensor type that use a channel, and whether coefficients do. */
export async function findUses(db: Database, channelId: number): Promise<Uses | undefined> {
  const part = JSON.stringify([{ channelId }]);
  const { rows } = await sql<Uses>`
    select (select type_name from basic_device_type_channel join basic_device_type using (device_type_id)
        where channel_id = ${channelId} order by device_type_id limit 1) as device_type,
      (select sensor_name from basic_sensor_type where channel_id = ${channelId} order by 1 limit 1) as sensor_type,
      exists (select from site_coefficient where channel_id = ${channelId})
        or exists (select from site where coefficients @> ${part}::jsonb) as has_coefficients`.execute(db);
  return rows[0];
}

/** Searches the roll-ups: they are small, and contain every reading within minutes. */
export async function hasReadings(db: Database, slot: number): Promise<boolean> {
  const valid = sql.ref(`c${slot}`);
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from reading_day where ${valid} is not null)
      or exists (select from reading_hour where ${valid} is not null) as found`.execute(db);
  return rows[0]?.found ?? false;
}
