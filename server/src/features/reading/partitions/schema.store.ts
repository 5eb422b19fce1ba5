import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import { joinWriters } from '../locks/month-lock.store.ts';
import { addSlotColumns } from './partitions.store.ts';

/** Adds the columns of a channel to every table of readings. */
export async function ensureSlot(db: Database, slot: number): Promise<void> {
  // A long reader must not make all other statements queue behind this change of the table.
  await sql`set local lock_timeout = '3s'`.execute(db);
  await addSlotColumns((statement) => sql.raw(statement).execute(db), slot);
}

/** Queues a recheck of a channel's stored values against its new range; `old` is the previous range. */
export async function recheckRange(
  db: Database,
  slot: number,
  old: { min: number | null; max: number | null },
): Promise<void> {
  const oldLimits = [old.min, old.max].filter((limit) => limit !== null);
  await sql`insert into range_recheck (slot, old_limits) values (${slot}, ${oldLimits}::float8[])
    on conflict (slot) do update set queued_at = clock_timestamp(),
      old_limits = range_recheck.old_limits || excluded.old_limits`.execute(db);
}

/**
 * Queues hours and days of these sites for a rebuild in the current zone of their entity: days from the remaining hours,
 * hours from readings within their retention. Older ones stay unchanged, and locked months as they were in their zone.
 */
export async function rebuildHoursForZone(db: Database, siteIds: readonly number[]): Promise<void> {
  const sites = sql`any(${[...siteIds]}::integer[])`;
  await joinWriters(db);
  // A day before the first remaining hour could not be made again.
  await sql`delete from reading_day where site_id = ${sites}
      and day >= (select min(ts) - interval '1 day' from reading_hour h where h.site_id = reading_day.site_id)::date
      and not exists (
      select from month_lock_site l where l.site_id = reading_day.site_id
        and day >= month and day < month + interval '1 month')`.execute(db);
  await sql`delete from reading_day_column`.execute(db);
  await sql`delete from reading_hour using (
      select site_id, min(first) as first from (
        select site_id, min(ts) as first from reading where site_id = ${sites} group by site_id
        union all select site_id, min(day)::timestamp at time zone 'UTC' from reading_block where site_id = ${sites}
        group by site_id
      ) as kept group by site_id
    ) as kept where reading_hour.site_id = kept.site_id and ts > kept.first - interval '1 hour' and not exists (
      select from month_lock_site l where l.site_id = reading_hour.site_id and ts >= since and ts < until)`.execute(
    db,
  );
  // After the hours, whose lock keeps new blocks from being made.
  await sql`delete from reading_hour_block where site_id = ${sites}`.execute(db);
  await sql`with hours as (
      select site_id, date_trunc('hour', ts, zone) as hour
      from reading join site using (site_id) join site_entity using (entity_id) where site_id = ${sites}
      union
      select site_id, date_trunc('hour', day::timestamp at time zone 'UTC', zone) + n * interval '1 hour'
      from reading_block join site using (site_id) join site_entity using (entity_id) cross join generate_series(0, 24) n
      where site_id = ${sites}
      union select site_id, ts from reading_hour where site_id = ${sites}
    )
    insert into dirty_hour (hour, sites) select hour, array_agg(site_id) from hours
    where not exists (
      select from month_lock_site l where l.site_id = hours.site_id and hour >= since and hour < until)
    group by hour`.execute(db);
}

const tables = [
  'reading',
  'reading_hour',
  // After the hours, whose lock keeps new blocks from being made.
  'reading_hour_block',
  'reading_day',
  'reading_block',
  'reading_block_value',
  'station_report',
];

/**
 * Removes all readings, hours and days of these sites. The columns of days keep numbers of identifiers that no longer
 * exist: nothing reads them.
 */
export async function removeReadings(db: Database, siteIds: readonly number[]): Promise<void> {
  if (siteIds.length === 0) return;
  for (const table of tables) {
    await sql`delete from ${sql.table(table)} where site_id = any(${[...siteIds]}::integer[])`.execute(db);
  }
}
