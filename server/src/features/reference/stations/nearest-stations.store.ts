import type { Language } from '@limpid/contract/language';
import { activeDays } from '@limpid/contract/reference/national';
import type { StationLevel } from '@limpid/contract/reference/national-control';
import { sql } from 'kysely';
import type { Scope } from '../../../platform/auth/scope.rule.ts';
import { scopeCondition } from '../../../platform/auth/scope.store.ts';
import type { Database } from '../../../platform/db/database.ts';

interface PlacedStation {
  stationCode: string;
  stationName: string;
  level: StationLevel;
  longitude: number;
  latitude: number;
}

/** The stations with a position that have published an hour in the `activeDays` before the newest one, by code. */
export async function listActiveStations(db: Database): Promise<PlacedStation[]> {
  const { rows } = await sql<PlacedStation>`
    select s.station_code, s.station_name, s.station_level as level, s.longitude, s.latitude
    from reference_station s
    where s.longitude is not null and exists (
      select from reference_reading r
      where r.station_code = s.station_code
        and r.hour > (select max(release_time) from reference_reading) - ${activeDays} * interval '1 day')
    order by s.station_code`.execute(db);
  return rows;
}

interface SitePlace {
  siteId: number;
  longitude: number;
  latitude: number;
}

export async function listSitePositions(db: Database, siteIds: readonly number[]): Promise<SitePlace[]> {
  const { rows } = await sql<SitePlace>`
    select site_id, longitude::float8 as longitude, latitude::float8 as latitude
    from site
    where site_id = any(${[...siteIds]}::integer[]) and longitude is not null and latitude is not null
    order by site_id`.execute(db);
  return rows;
}

interface OwnSite {
  siteId: number;
  siteName: string;
  entityName: string;
  isPlaced: boolean;
}

/** The enabled sites of the caller, by name; entities in the caller's language. */
export async function listOwnSites(db: Database, scope: Scope, language: Language): Promise<OwnSite[]> {
  const translated = { zh: 'entity_name', en: 'entity_name_en', fr: 'entity_name_fr' }[language];
  const { rows } = await sql<OwnSite>`
    select s.site_id, s.site_name, coalesce(nullif(${sql.ref(`e.${translated}`)}, ''), e.entity_name) as entity_name,
      s.longitude is not null and s.latitude is not null as is_placed
    from site s join site_entity e using (entity_id)
    where s.status = '0' and ${scopeCondition(scope, { dept: 'e.dept_id' })}
    order by s.site_name, s.site_id`.execute(db);
  return rows;
}
