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
  releaseTime: string;
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
      ${column((one) => one.releaseTime)}::timestamptz[])
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

/** One published hour as it is stored; `releaseTime` is its end on the clock of the server. */
export interface StoredHour {
  stationCode: string;
  releaseTime: string;
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
  return sql`${column((hour) => hour.stationCode)}::text[], ${column((hour) => hour.releaseTime)}::timestamptz[],
    ${sql.join(amounts)}, ${column((hour) => hour.aqi)}::smallint[], ${column((hour) => hour.level)}::text[],
    ${column((hour) => hour.primaryPollutant)}::text[]`;
}
const hourNames = sql.raw(
  `station_code, release_time, ${amountColumns.join(', ')}, aqi, level, primary_pollutant`,
);

interface HourKey {
  stationCode: string;
  releaseTime: string;
}

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
    returning station_code, release_time`.execute(db);
  return rows;
}

/** Locks and returns hours in the order of station and time. */
export async function lockHours(db: Database, keys: readonly HourKey[]): Promise<StoredHour[]> {
  const { rows } = await sql<StoredHour>`
    select ${hourNames} from reference_reading
    where (station_code, release_time) in (
      select * from unnest(${keys.map((place) => place.stationCode)}::text[],
        ${keys.map((place) => place.releaseTime)}::timestamptz[]))
    order by station_code, release_time for update`.execute(db);
  return rows;
}

export async function updateHours(
  db: Database,
  hours: readonly StoredHour[],
  writtenBy: string,
): Promise<void> {
  await sql`
    update reference_reading stored set pm25 = given.pm25, pm10 = given.pm10, so2 = given.so2, no2 = given.no2,
      o3 = given.o3, co = given.co, aqi = given.aqi, level = given.level, primary_pollutant = given.primary_pollutant,
      update_by = ${writtenBy}, update_time = limpid_now()
    from unnest(${hourArrays(hours)}) as given (${hourNames})
    where stored.station_code = given.station_code and stored.release_time = given.release_time`.execute(db);
}

/** One published hour of a station with coordinates. */
export interface PublishedHour {
  code: string;
  name: string;
  city: string;
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
    select s.station_code as code, s.station_name as name, coalesce(s.city, '') as city, s.longitude, s.latitude,
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
