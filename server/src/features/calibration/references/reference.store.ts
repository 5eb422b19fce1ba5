import { maxCalibrationChoices } from '@limpid/contract/calibration/choices';
import type { StationLevel } from '@limpid/contract/reference/national-control';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import { textCondition } from '../../../platform/db/text-search.ts';

/** A reference and its distance from a site. */
export interface ReachedReference {
  siteId: number;
  /** The code of a station, or the id of a site. */
  key: string;
  name: string;
  km: number;
}

/** The kilometres between two places in degrees, by the haversine formula. */
const kmBetween = sql`2 * 6371 * asin(least(1, sqrt(
  sin(radians(place.latitude - s.latitude) / 2) ^ 2
  + cos(radians(s.latitude)) * cos(radians(place.latitude)) * sin(radians(place.longitude - s.longitude) / 2) ^ 2)))`;

const mostPerSite = 50;

/** The places nearest to each site, the nearest first; simulated ones only of simulated sites. Sites without coordinates are
 * left out. */
async function listNearest(
  db: Database,
  siteIds: readonly number[],
  places: RawBuilder<unknown>,
): Promise<ReachedReference[]> {
  const { rows } = await sql<ReachedReference>`
    with place as materialized (${places})
    select s.site_id, near.key, near.name, near.km from site s
    cross join lateral (
      select key, name, ${kmBetween} as km from place
      where s.simulated or not place.simulated order by km, key limit ${mostPerSite}
    ) near
    where s.site_id = any(${[...siteIds]}) and s.longitude is not null and s.latitude is not null
    order by s.site_id, near.km, near.key`.execute(db);
  return rows;
}

/** Those of the sites that have coordinates. */
export async function listSitesWithPlace(db: Database, siteIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ siteId: number }>`
    select site_id from site where site_id = any(${[...siteIds]}) and longitude is not null and latitude is not null`.execute(
    db,
  );
  return rows.map(({ siteId }) => siteId);
}

interface StationChoice {
  /** None for all. */
  codes: readonly string[];
  city: string | null;
  /** Null for stations of any network. */
  level: StationLevel | null;
  /** Null for stations of any source. */
  sourceId: number | null;
  /** Only stations whose hours come from files: no source publishes them. */
  isOfFiles: boolean;
}

const publishedBy = (sourceId: number, station: RawBuilder<unknown>) => sql`exists (
  select from reference_station_source o where o.station_code = ${station} and o.source_id = ${sourceId})`;

const publishedByNone = (station: RawBuilder<unknown>) => sql`not exists (
  select from reference_station_source o where o.station_code = ${station})`;

export function listNearestStations(
  db: Database,
  siteIds: readonly number[],
  { codes, city, level, sourceId, isOfFiles }: StationChoice,
): Promise<ReachedReference[]> {
  return listNearest(
    db,
    siteIds,
    sql`select station_code as key, station_name as name, longitude, latitude, simulated from reference_station
      where longitude is not null
        and ${codes.length > 0 ? sql`station_code = any(${[...codes]})` : sql`true`}
        and ${level ? sql`station_level = ${level}` : sql`true`}
        and ${city && codes.length === 0 ? sql`city = ${city}` : sql`true`}
        and ${sourceId === null ? sql`true` : publishedBy(sourceId, sql`reference_station.station_code`)}
        and ${isOfFiles ? publishedByNone(sql`reference_station.station_code`) : sql`true`}`,
  );
}

export function listNearestSites(
  db: Database,
  siteIds: readonly number[],
  referenceIds: readonly number[],
): Promise<ReachedReference[]> {
  return listNearest(
    db,
    siteIds,
    sql`select site_id::text as key, site_name as name, longitude, latitude, simulated from site
      where site_id = any(${[...referenceIds]}) and longitude is not null`,
  );
}

interface FoundStation {
  code: string;
  name: string;
  city: string;
  km: number | null;
}

/** The first of the given simulated stations or sites if any of the sites is a real one. */
export async function findSimulatedReference(
  db: Database,
  siteIds: readonly number[],
  { codes, referenceIds }: { codes: readonly string[]; referenceIds: readonly number[] },
): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select name from (
      select station_code as key, station_name || ' (' || station_code || ')' as name from reference_station
      where simulated and station_code = any(${[...codes]}::text[])
      union all
      select site_code, site_name from site where simulated and site_id = any(${[...referenceIds]}::integer[])
    ) as chosen
    where exists (${realSites(siteIds)}) order by key limit 1`.execute(db);
  return rows[0]?.name;
}

const realSites = (siteIds: readonly number[]) =>
  sql`select from site where site_id = any(${[...siteIds]}::integer[]) and not simulated`;

/**
 * Stations by a search, the nearest to the sites first; those already chosen before them. Simulated ones are left out if any
 * of the sites is a real one.
 */
export async function searchStations(
  db: Database,
  {
    search,
    codes = [],
    siteIds = [],
    level,
    sourceId,
    isOfFiles = false,
  }: {
    search?: string | undefined;
    codes?: readonly string[] | undefined;
    siteIds?: readonly number[] | undefined;
    level?: StationLevel | undefined;
    sourceId?: number | undefined;
    isOfFiles?: boolean | undefined;
  },
): Promise<{ rows: FoundStation[]; total: number }> {
  const chosen = sql`station_code = any(${[...codes]}::text[])`;
  const { rows } = await sql<FoundStation & { total: number }>`
    select station_code as code, station_name as name, coalesce(city, '') as city, round(km::numeric, 2)::float8 as km,
      count(*) over ()::integer as total
    from reference_station place
    left join lateral (
      select min(${kmBetween}) as km from site s
      where s.site_id = any(${[...siteIds]}::integer[]) and s.longitude is not null and place.longitude is not null
    ) near on true
    where ${chosen} or (${textCondition(['station_code', 'station_name', 'city', 'province'], search)}
      and (not place.simulated or not exists (${realSites(siteIds)}))
      and ${level ? sql`station_level = ${level}` : sql`true`}
      and ${isOfFiles ? publishedByNone(sql`place.station_code`) : sql`true`}
      and ${sourceId === undefined ? sql`true` : publishedBy(sourceId, sql`place.station_code`)})
    order by ${chosen} desc, km nulls last, city, station_code
    limit ${maxCalibrationChoices}`.execute(db);
  return { rows: rows.map(({ total: _, ...station }) => station), total: rows[0]?.total ?? 0 };
}
