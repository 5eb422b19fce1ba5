import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';

/** A published hour: µg/m³, CO in mg/m³; null where the station published nothing. */
export interface StationHour {
  stationCode: string;
  /** The start of the hour, epoch milliseconds. */
  hour: number;
  pm25: number | null;
  pm10: number | null;
  so2: number | null;
  no2: number | null;
  o3: number | null;
  co: number | null;
}

/** The published hours of stations that begin in `[from, to)`, by station and time. */
export async function listStationHours(
  db: Database,
  stationCodes: readonly string[],
  [from, to]: readonly [number, number],
): Promise<StationHour[]> {
  const { rows } = await sql<StationHour>`
    select station_code, (extract(epoch from hour) * 1000)::float8 as hour, pm25, pm10, so2, no2, o3, co
    from reference_reading
    where station_code = any(${[...stationCodes]}) and hour >= ${new Date(from)} and hour < ${new Date(to)}
    order by station_code, hour`.execute(db);
  return rows;
}
