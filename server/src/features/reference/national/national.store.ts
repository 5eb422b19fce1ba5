import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';

/** Runs of stored hours without gaps. */
interface HourRun {
  start: number;
  count: number;
}

/** Steps along the index from one stored hour to the next, because an hour has thousands of rows. */
export async function listHourRuns(db: Database): Promise<HourRun[]> {
  const { rows } = await sql<HourRun>`
    with recursive released (at) as (
      select min(release_time) from reference_reading
      union all
      select (select min(n.release_time) from reference_reading n where n.release_time > released.at)
      from released where released.at is not null
    ), placed as (
      select at, at - row_number() over (order by at) * interval '1 hour' as run from released where at is not null
    )
    select (extract(epoch from min(at) - interval '1 hour') * 1000)::float8 as start, count(*)::int as count
    from placed group by run order by min(at)`.execute(db);
  return rows;
}

/** A station with the hours that it has published; its arrays are parallel and in the order of time. */
export interface NationalStation {
  /** The start of the hour that was asked for. */
  hour: number;
  code: string;
  name: string;
  province: string | null;
  city: string | null;
  longitude: number | null;
  latitude: number | null;
  /** The index of the publication. */
  published: number | null;
  /** Starts of hours; null if none is stored. */
  at: number[] | null;
  pm25: (number | null)[] | null;
  pm10: (number | null)[] | null;
  so2: (number | null)[] | null;
  no2: (number | null)[] | null;
  o3: (number | null)[] | null;
  co: (number | null)[] | null;
  /** The number of all stations, active or not. */
  known: number;
}

interface HourQuery {
  /** The start of an hour; by default the newest one. */
  at: number | undefined;
  /** How many hours are read, up to the one that is asked for. */
  hours: number;
  activeDays: number;
}

/** The stations that were active up to an hour, with that hour and those before it. */
export async function listNationalStations(
  db: Database,
  { at, hours, activeDays }: HourQuery,
): Promise<NationalStation[]> {
  const asked = at === undefined ? null : new Date(at);
  const { rows } = await sql<NationalStation>`
    with chosen as materialized (
      select coalesce(${asked}::timestamptz + interval '1 hour', (select max(release_time) from reference_reading)) as release
    ), published as materialized (
      select r.station_code, array_agg((extract(epoch from hour) * 1000)::float8 order by hour) as at,
        array_agg(pm25 order by hour) as pm25, array_agg(pm10 order by hour) as pm10,
        array_agg(so2 order by hour) as so2, array_agg(no2 order by hour) as no2,
        array_agg(o3 order by hour) as o3, array_agg(co order by hour) as co,
        max(aqi) filter (where release_time = (select release from chosen)) as published
      from reference_reading r
      where release_time <= (select release from chosen)
        and release_time > (select release from chosen) - ${hours} * interval '1 hour'
      group by r.station_code
    )
    select (extract(epoch from chosen.release - interval '1 hour') * 1000)::float8 as hour, s.station_code as code,
      s.station_name as name, s.province, s.city, s.longitude, s.latitude, p.published, p.at, p.pm25, p.pm10, p.so2,
      p.no2, p.o3, p.co, (select count(*)::int from reference_station) as known
    from chosen
    cross join reference_station s
    cross join lateral (
      select from reference_reading n
      where n.station_code = s.station_code and n.hour < chosen.release
        and n.hour >= chosen.release - ${activeDays} * interval '1 day'
      order by n.hour desc limit 1
    ) active
    left join published p on p.station_code = s.station_code
    order by s.station_code`.execute(db);
  return rows;
}
