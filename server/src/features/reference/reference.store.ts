import { sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';
import type { Pollutant } from './reference.rule.ts';

export interface StationFacts {
  stationCode: string;
  stationName: string | null;
  province: string | null;
  city: string | null;
  longitude: number | null;
  latitude: number | null;
}

/**
 * Adds a station or brings it up to date; what a file does not say, and what an older file says, changes nothing. Most rows
 * say what is known already: that it is still so is written down once a day.
 */
export async function saveStation(
  db: Database,
  facts: StationFacts,
  releaseTime: string,
  writtenBy: string,
): Promise<void> {
  const { stationCode, stationName, province, city, longitude, latitude } = facts;
  await sql`
    insert into reference_station as known
      (station_code, station_name, province, city, longitude, latitude, facts_of, create_by)
    values (${stationCode}, coalesce(${stationName}, ${stationCode}), ${province}::text, ${city}::text,
      ${longitude}::double precision, ${latitude}::double precision, ${releaseTime}::timestamptz, ${writtenBy})
    on conflict (station_code) do update set
      station_name = coalesce(${stationName}, known.station_name),
      province = coalesce(excluded.province, known.province),
      city = coalesce(excluded.city, known.city),
      longitude = coalesce(excluded.longitude, known.longitude),
      latitude = coalesce(excluded.latitude, known.latitude),
      facts_of = excluded.facts_of,
      update_by = excluded.create_by,
      update_time = now()
    where excluded.facts_of >= known.facts_of
      and (excluded.facts_of > known.facts_of + interval '1 day'
        or (coalesce(${stationName}, known.station_name), coalesce(excluded.province, known.province),
        coalesce(excluded.city, known.city), coalesce(excluded.longitude, known.longitude),
        coalesce(excluded.latitude, known.latitude))
      is distinct from (known.station_name, known.province, known.city, known.longitude, known.latitude))
  `.execute(db);
}

/** One published hour of a station that has a place. */
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
  amounts: Record<Pollutant, number | null>;
}

/**
 * The hours of every station that end with its newest one of values, which is released after `since`: as many as are asked for,
 * station by station in the order of time.
 */
export async function listNewestHours(db: Database, since: Date, count: number): Promise<PublishedHour[]> {
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
