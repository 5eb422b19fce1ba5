import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import { interceptInfo, slopeInfo } from '../commands/coefficient-info.rule.ts';

/** Notes that the device of a site applies other K and B to channels since a moment, which may be a column's text. */
export async function noteCoefficientChange(
  db: Database,
  siteId: number,
  channelIds: readonly number[],
  at: Date | string,
): Promise<void> {
  if (channelIds.length === 0) return;
  await insertChanges(
    db,
    sql`select ${siteId}::integer, unnest(${[...channelIds]}::integer[]), ${at}::timestamptz`,
  );
}

/** Notes it for the channels for which the platform knows K and B of the device. */
export async function noteDeviceReplaced(db: Database, siteId: number, at: Date): Promise<void> {
  await insertChanges(
    db,
    sql`select site_id, channel_id, ${at}::timestamptz from site_device_coefficient where site_id = ${siteId}`,
  );
}

async function insertChanges(db: Database, rows: RawBuilder<unknown>): Promise<void> {
  await sql`
    insert into device_coefficient_change (site_id, channel_id, changed_at) ${rows}
    on conflict (site_id, channel_id) do update
      set changed_at = greatest(device_coefficient_change.changed_at, excluded.changed_at)`.execute(db);
}

interface CoefficientChange {
  siteId: number;
  channelId: number;
  /** Epoch milliseconds. */
  changedAt: number;
}

/**
 * When devices have last got other K and B, which they apply themselves: values from before are not comparable with
 * those from then on. K and B that a person has written by a single command count as well.
 */
export async function listCoefficientChanges(
  db: Database,
  siteIds: readonly number[],
  channelIds: readonly number[],
): Promise<CoefficientChange[]> {
  const { rows } = await sql<CoefficientChange>`
    select site_id, channel_id, ceil(extract(epoch from max(at)) * 1000)::float8 as changed_at from (
      select site_id, channel_id, changed_at as at from device_coefficient_change
      where site_id = any(${[...siteIds]}) and channel_id = any(${[...channelIds]}::integer[])
      union all
      select s.site_id, own.channel_id, p.wanted_at
      from site s join basic_device_type_channel own using (device_type_id)
      join basic_channel channel on channel.channel_id = own.channel_id
      join device_parameter p on p.site_id = s.site_id and p.code in (${slopeInfo}, ${interceptInfo})
        and lower(p.pol_id) = any(
          lower((array[gb_code, channel_code] || channel.aliases || own.aliases)::text)::text[])
      where s.site_id = any(${[...siteIds]}) and own.channel_id = any(${[...channelIds]}::integer[])
        and p.wanted_at is not null
    ) as changes group by 1, 2`.execute(db);
  return rows;
}
