import type { StationLevel } from '@limpid/contract/reference/national-control';
import { sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';

export interface SimulatedStation {
  code: string;
  name: string;
  level: StationLevel;
  city: string;
  province: string;
  longitude: number;
  latitude: number;
}

/** Adds stations, unless the simulated sites have been removed. */
export async function insertSimulatedStations(
  db: Database,
  stations: readonly SimulatedStation[],
): Promise<void> {
  await sql`
    insert into reference_station
      (station_code, station_name, station_level, province, city, longitude, latitude, facts_of, simulated, create_by)
    select code, name, level, province, city, longitude, latitude, limpid_now(), true, 'demo'
    from jsonb_to_recordset(${JSON.stringify(stations)}) as given
      (code text, name text, level text, province text, city text, longitude float8, latitude float8)
    where exists (select from site where simulated)
    on conflict do nothing`.execute(db);
}

/** The first and the last stored hour of each simulated station, as epoch milliseconds; null without any. */
export interface SimulatedHours {
  code: string;
  first: number | null;
  last: number | null;
}

export async function listSimulatedHours(db: Database): Promise<SimulatedHours[]> {
  const { rows } = await sql<SimulatedHours>`
    select s.station_code as code,
      (select (extract(epoch from min(hour)) * 1000)::float8 from reference_reading r
        where r.station_code = s.station_code) as first,
      (select (extract(epoch from max(hour)) * 1000)::float8 from reference_reading r
        where r.station_code = s.station_code) as last
    from reference_station s where simulated`.execute(db);
  return rows;
}

/** The codes of the simulated stations, which cannot be removed before the transaction ends. */
export async function lockSimulatedStations(db: Database): Promise<Set<string>> {
  const { rows } = await sql<{ code: string }>`
    select station_code as code from reference_station where simulated order by station_code for key share`.execute(
    db,
  );
  return new Set(rows.map(({ code }) => code));
}

/**
 * Removes the simulated stations with their hours, and the sources that publish them, once no simulated site is left;
 * returns how many stations there were. A source that a calibration still names is disabled instead.
 */
export async function removeAbandonedStations(db: Database): Promise<number> {
  // The lock waits for a fetch that is storing, and the next one finds no claim.
  const { rows: sources } = await sql<{ sourceId: number }>`
    select source_id from reference_source
    where simulated and not exists (select from site where site.simulated)
    order by source_id for update`.execute(db);
  const sourceIds = sources.map(({ sourceId }) => sourceId);
  await sql`delete from reference_fetch where source_id = any(${sourceIds})`.execute(db);
  await sql`
    delete from reference_source o where source_id = any(${sourceIds})
      and not exists (select from calibration_config c where c.source_id = o.source_id)`.execute(db);
  await sql`
    update reference_source set status = '1', claim = null, claimed_until = null
    where source_id = any(${sourceIds})`.execute(db);
  const { rows } = await sql<{ code: string }>`
    select station_code as code from reference_station
    where simulated and not exists (select from site where site.simulated)
    order by station_code for update`.execute(db);
  const codes = rows.map(({ code }) => code);
  if (codes.length === 0) return 0;
  await sql`delete from reference_reading where station_code = any(${codes})`.execute(db);
  await sql`delete from reference_station where station_code = any(${codes})`.execute(db);
  return codes.length;
}
