import type { StationLevel } from '@limpid/contract/reference/national-control';
import { sql } from 'kysely';
import type { Scope } from '../../../platform/auth/scope.rule.ts';
import { scopeCondition } from '../../../platform/auth/scope.store.ts';
import type { Database } from '../../../platform/db/database.ts';

/** The newest hour of a station; amounts in the order of `mapPollutants`. */
export interface NewestStationHour {
  stationCode: string;
  stationName: string;
  stationLevel: StationLevel;
  city: string | null;
  province: string | null;
  longitude: number | null;
  latitude: number | null;
  /** Epoch milliseconds. */
  releasedAt: number;
  aqi: number | null;
  level: string | null;
  primaryPollutant: string | null;
  values: (number | null)[];
}

/** The newest hour with values of every station, of one network if it is given. */
export async function listNewestStationHours(
  db: Database,
  level: StationLevel | undefined,
): Promise<NewestStationHour[]> {
  const { rows } = await sql<NewestStationHour>`
    select s.station_code, s.station_name, s.station_level, s.city, s.province, s.longitude, s.latitude,
      (extract(epoch from r.release_time) * 1000)::double precision as released_at, r.aqi, r.level, r.primary_pollutant,
      array[r.pm25, r.pm10, r.so2, r.no2, r.co, r.o3] as values
    from reference_station s
    cross join lateral (
      select n.* from reference_reading n
      where n.station_code = s.station_code
        and coalesce(n.aqi, n.pm25, n.pm10, n.so2, n.no2, n.o3, n.co) is not null
      order by n.hour desc limit 1
    ) r
    where ${level ? sql`s.station_level = ${level}` : sql`true`}
    order by s.station_code`.execute(db);
  return rows;
}

export interface PlacedSite {
  siteId: number;
  siteName: string;
  longitude: number;
  latitude: number;
}

/** The enabled sites of the caller that have a position, in the order of their registration. */
export async function listPlacedSites(db: Database, scope: Scope): Promise<PlacedSite[]> {
  const { rows } = await sql<PlacedSite>`
    select s.site_id, s.site_name, s.longitude::float8 as longitude, s.latitude::float8 as latitude
    from site s join site_entity e using (entity_id)
    where s.status = '0' and s.longitude is not null and s.latitude is not null
      and ${scopeCondition(scope, { dept: 'e.dept_id' })}
    order by s.site_id`.execute(db);
  return rows;
}
