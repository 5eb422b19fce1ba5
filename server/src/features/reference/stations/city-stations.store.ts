import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';

export interface CityStation {
  stationCode: string;
  stationName: string;
  simulated: boolean;
}

/** The stations of a city; an empty province stands for those that no publication has placed in one. */
export async function listCityStations(
  db: Database,
  { province, city }: { province: string; city: string },
): Promise<CityStation[]> {
  const { rows } = await sql<CityStation>`
    select station_code, station_name, simulated from reference_station
    where city = ${city} and coalesce(province, '') = ${province} order by station_code`.execute(db);
  return rows;
}
