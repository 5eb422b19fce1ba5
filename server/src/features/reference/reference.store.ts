import type { StationLevel } from '@limpid/contract/reference/national-control';
import { sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';
import type { ReferencePollutant } from './reference.rule.ts';

interface StationFacts {
  stationCode: string;
  stationName: string | null;
  stationLevel: StationLevel | null;
  province: string | null;
  city: string | null;
  longitude: number | null;
  latitude: number | null;
}

/** A station as described in its newest publication of a file. */
export interface PublishedStation extends StationFacts {
  /** Epoch milliseconds. */
  releasedAt: number;
}

/**
 * Upserts stations in the order of their codes. Missing fields and older files change nothing. Unchanged stations are
 * touched once a day only.
 */
export async function saveStations(
  db: Database,
  stations: readonly PublishedStation[],
  writtenBy: string,
): Promise<void> {
  const column = <V>(read: (facts: PublishedStation) => V) => stations.map(read);
  await sql`
    insert into reference_station as known
      (station_code, station_name, station_level, province, city, longitude, latitude, facts_of, create_by)
    select code, coalesce(name, code), coalesce(given.level, stored.station_level, 'national'), given.province,
      given.city, given.longitude, given.latitude, given.facts_of, ${writtenBy}
    from unnest(${column((one) => one.stationCode)}::text[], ${column((one) => one.stationName)}::text[],
      ${column((one) => one.stationLevel)}::text[], ${column((one) => one.province)}::text[], ${column((one) => one.city)}::text[],
      ${column((one) => one.longitude)}::double precision[], ${column((one) => one.latitude)}::double precision[],
      ${column((one) => new Date(one.releasedAt))}::timestamptz[])
      as given (code, name, level, province, city, longitude, latitude, facts_of)
    left join reference_station stored on stored.station_code = code
    order by code
    on conflict (station_code) do update set
      station_name = case when excluded.station_name = excluded.station_code then known.station_name
        else excluded.station_name end,
      station_level = excluded.station_level,
      province = coalesce(excluded.province, known.province),
      city = coalesce(excluded.city, known.city),
      longitude = coalesce(excluded.longitude, known.longitude),
      latitude = coalesce(excluded.latitude, known.latitude),
      facts_of = excluded.facts_of,
      update_by = excluded.create_by,
      update_time = limpid_now()
    where excluded.facts_of >= known.facts_of
      and (excluded.facts_of > known.facts_of + interval '1 day'
        or (case when excluded.station_name = excluded.station_code then known.station_name
            else excluded.station_name end,
          excluded.station_level, coalesce(excluded.province, known.province), coalesce(excluded.city, known.city),
          coalesce(excluded.longitude, known.longitude), coalesce(excluded.latitude, known.latitude))
        is distinct from (known.station_name, known.station_level, known.province, known.city, known.longitude, known.latitude))
  `.execute(db);
}

/** One published hour as it is stored; `releasedAt` is its end in epoch milliseconds. */
export interface StoredHour {
  stationCode: string;
  releasedAt: number;
  pm25: number | null;
  pm10: number | null;
  so2: number | null;
  no2: number | null;
  o3: number | null;
  co: number | null;
  aqi: number | null;
  level: string | null;
  primaryPollutant: string | null;
}

const amountColumns = ['pm25', 'pm10', 'so2', 'no2', 'o3', 'co'] as const;

/** The column arrays of `unnest`, in the order of `hourNames`. */
function hourArrays(hours: readonly StoredHour[]) {
  const column = <V>(read: (hour: StoredHour) => V) => hours.map(read);
  const amounts = amountColumns.map((name) => sql`${column((hour) => hour[name])}::real[]`);
  return sql`${column((hour) => hour.stationCode)}::text[], ${column((hour) => new Date(hour.releasedAt))}::timestamptz[],
    ${sql.join(amounts)}, ${column((hour) => hour.aqi)}::smallint[], ${column((hour) => hour.level)}::text[],
    ${column((hour) => hour.primaryPollutant)}::text[]`;
}
const valueColumns = [...amountColumns, 'aqi', 'level', 'primary_pollutant'];
const valueNames = sql.raw(valueColumns.join(', '));
const hourNames = sql.raw(`station_code, release_time, ${valueColumns.join(', ')}`);
const valuesOf = (table: 'stored' | 'given' | 'changed') =>
  sql.raw(valueColumns.map((name) => `${table}.${name}`).join(', '));

interface HourKey {
  stationCode: string;
  releasedAt: number;
}

const releasedAt = sql`(extract(epoch from release_time) * 1000)::float8 as released_at`;

/** Inserts new hours in the order of station and time, and returns the keys of those inserted. */
export async function insertHours(
  db: Database,
  hours: readonly StoredHour[],
  writtenBy: string,
): Promise<HourKey[]> {
  const { rows } = await sql<HourKey>`
    insert into reference_reading (${hourNames}, create_by)
    select given.*, ${writtenBy} from unnest(${hourArrays(hours)}) as given (${hourNames})
    order by station_code, release_time
    on conflict do nothing
    returning station_code, ${releasedAt}`.execute(db);
  return rows;
}

/** Locks and returns hours in the order of station and time. */
export async function lockHours(db: Database, keys: readonly HourKey[]): Promise<StoredHour[]> {
  const { rows } = await sql<StoredHour>`
    select station_code, ${releasedAt}, ${valueNames} from reference_reading
    where (station_code, release_time) in (
      select * from unnest(${keys.map((place) => place.stationCode)}::text[],
        ${keys.map((place) => new Date(place.releasedAt))}::timestamptz[]))
    order by station_code, release_time for update`.execute(db);
  return rows;
}

/**
 * Stores what hours have become, keeps the values they had, and returns the keys of those that changed. Hours that are
 * as they were are not written.
 */
export async function reviseHours(
  db: Database,
  hours: readonly StoredHour[],
  writtenBy: string,
): Promise<HourKey[]> {
  const { rows } = await sql<HourKey>`
    with given as materialized (
      select * from unnest(${hourArrays(hours)}) as one (${hourNames})
    ), changed as materialized (
      select stored.hour, given.* from reference_reading stored
      join given using (station_code, release_time)
      where (${valuesOf('stored')}) is distinct from (${valuesOf('given')})
    ), kept as (
      insert into reference_revision
        (station_code, hour, ${valueNames}, seen_at, seen_from, replaced_at, replaced_from)
      select stored.station_code, stored.hour, ${valuesOf('stored')}, coalesce(update_time, create_time),
        coalesce(update_by, create_by), limpid_now(), ${writtenBy}
      from reference_reading stored join changed using (station_code, hour)
      order by stored.station_code, stored.hour
    )
    update reference_reading stored set (${valueNames}) = row(${valuesOf('changed')}),
      update_by = ${writtenBy}, update_time = limpid_now(), revised_at = limpid_now()
    from changed
    where stored.station_code = changed.station_code and stored.hour = changed.hour
    returning stored.station_code, (extract(epoch from stored.release_time) * 1000)::float8 as released_at`.execute(
    db,
  );
  return rows;
}

/** One published hour of a station with coordinates. */
export interface PublishedHour {
  code: string;
  name: string;
  city: string;
  level: StationLevel;
  longitude: number;
  latitude: number;
  /** Start of the hour, epoch milliseconds. */
  at: number;
  aqi: number | null;
  main: string | null;
  amounts: Record<ReferencePollutant, number | null>;
}

/**
 * The last `count` hours of every station, up to its newest hour with values, which must be released after `since`;
 * ordered by station and time.
 */
export async function listNewestPublishedHours(
  db: Database,
  since: Date,
  count: number,
): Promise<PublishedHour[]> {
  const { rows } = await sql<PublishedHour>`
    select s.station_code as code, s.station_name as name, coalesce(s.city, '') as city, s.station_level as level, s.longitude, s.latitude,
      (extract(epoch from r.hour) * 1000)::double precision as at, r.aqi, r.primary_pollutant as main,
      jsonb_build_object('PM2.5', r.pm25, 'PM10', r.pm10, 'SO2', r.so2, 'NO2', r.no2, 'CO', r.co, 'O3', r.o3) as amounts
    from reference_station s
    cross join lateral (
      select n.hour from reference_reading n
      where n.station_code = s.station_code and n.hour > ${since}::timestamptz - interval '1 hour'
        and coalesce(n.aqi, n.pm25, n.pm10, n.so2, n.no2, n.o3, n.co) is not null
      order by n.hour desc limit 1
    ) newest
    join reference_reading r on r.station_code = s.station_code and r.hour <= newest.hour
      and r.hour > newest.hour - ${count} * interval '1 hour'
    where s.longitude is not null
    order by s.station_code, r.hour
  `.execute(db);
  return rows;
}

interface PublishingStation {
  code: string;
  name: string;
  longitude: number;
  latitude: number;
}

/** The stations with coordinates that have published an hour that begins in `[from, to)`. */
export async function listPublishingStations(
  db: Database,
  [from, to]: readonly [number, number],
): Promise<PublishingStation[]> {
  const { rows } = await sql<PublishingStation>`
    select s.station_code as code, s.station_name as name, round(s.longitude::numeric, 5)::float8 as longitude,
      round(s.latitude::numeric, 5)::float8 as latitude
    from reference_station s
    where s.longitude is not null and exists (
      select from reference_reading r
      where r.station_code = s.station_code and r.hour >= ${new Date(from)} and r.hour < ${new Date(to)})
    order by s.station_code`.execute(db);
  return rows;
}
