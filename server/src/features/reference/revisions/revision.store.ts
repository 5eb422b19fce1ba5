import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';

interface StoredVersion {
  stationCode: string;
  stationName: string;
  releasedAt: number;
  seenAt: number;
  seenFrom: string | null;
  aqi: number | null;
  level: string | null;
  primaryPollutant: string | null;
  values: (number | null)[];
}

/** What was stored for an hour over time, newest first; values in the order of `mapPollutants`. */
export async function listVersions(db: Database, readingId: number): Promise<StoredVersion[]> {
  const { rows } = await sql<StoredVersion>`
    with reading as (
      select * from reference_reading where reading_id = ${readingId}
    ), versions as (
      select coalesce(update_time, create_time) as seen_at, coalesce(update_by, create_by) as seen_from,
        aqi, level, primary_pollutant, pm25, pm10, so2, no2, co, o3, 9223372036854775807 as turn
      from reading
      union all
      select v.seen_at, v.seen_from, v.aqi, v.level, v.primary_pollutant, v.pm25, v.pm10, v.so2, v.no2, v.co, v.o3,
        v.revision_id
      from reading join reference_revision v using (station_code, hour)
    )
    select s.station_code, s.station_name, (extract(epoch from reading.release_time) * 1000)::float8 as released_at,
      (extract(epoch from seen_at) * 1000)::float8 as seen_at, seen_from, versions.aqi, versions.level,
      versions.primary_pollutant, array[versions.pm25, versions.pm10, versions.so2, versions.no2, versions.co, versions.o3]
        as values
    from reading join reference_station s using (station_code) cross join versions
    order by turn desc`.execute(db);
  return rows.map((row) => ({ ...row, seenAt: Math.round(row.seenAt) }));
}

const batchSize = 5000;

/** Removes one batch of hours that were released before a moment, with their revisions; returns how many. */
export async function removeHours(db: Database, before: Date): Promise<number> {
  const { rows } = await sql`
    delete from reference_reading where reading_id in (
      select reading_id from reference_reading where release_time < ${before}
      order by release_time limit ${batchSize})
    returning reading_id`.execute(db);
  return rows.length;
}

/** Removes one batch of revisions that were replaced before a moment; returns how many. */
export async function removeRevisions(db: Database, before: Date): Promise<number> {
  const { rows } = await sql`
    delete from reference_revision where revision_id in (
      select revision_id from reference_revision where replaced_at < ${before}
      order by replaced_at limit ${batchSize})
    returning revision_id`.execute(db);
  return rows.length;
}

/** Removes one batch of the log of fetching; returns how many. */
export async function removeFetches(db: Database, before: Date): Promise<number> {
  const { rows } = await sql`
    delete from reference_fetch where fetch_id in (
      select fetch_id from reference_fetch where started_at < ${before} order by started_at limit ${batchSize})
    returning fetch_id`.execute(db);
  return rows.length;
}
