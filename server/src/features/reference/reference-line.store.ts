import { fail } from '@limpid/contract/errors';
import { indexCode } from '@limpid/contract/map/indices';
import type { ReferenceStationChoice } from '@limpid/contract/reference/reference-choice';
import { maxReferenceChoices } from '@limpid/contract/reference/reference-choice';
import { sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';
import { textCondition } from '../../platform/db/text-search.ts';
import type { ReferencePollutant } from './reference.rule.ts';

const columns: Record<ReferencePollutant | typeof indexCode, string> = {
  'PM2.5': 'pm25',
  PM10: 'pm10',
  SO2: 'so2',
  NO2: 'no2',
  CO: 'co',
  O3: 'o3',
  [indexCode]: 'aqi',
};

/** The stations of these codes in their order; an unknown code is refused with the name of the field. */
export async function getReferenceStations(
  db: Database,
  codes: readonly string[],
  field: string,
): Promise<ReferenceStationChoice[]> {
  const { stations } = await listReferenceStations(db, { codes });
  return [...new Set(codes)].map(
    (code) => stations.find((station) => station.code === code) ?? fail('reference.station', { code }, field),
  );
}

interface StationSearch {
  search?: string | undefined;
  codes?: readonly string[] | undefined;
}

/** The stations that match every given part of the search by province, city and code, and how many there are in all. */
export async function listReferenceStations(
  db: Database,
  { search, codes }: StationSearch,
): Promise<{ stations: ReferenceStationChoice[]; total: number }> {
  const { rows } = await sql<ReferenceStationChoice & { total: number }>`
    select station_code as code, station_name as name, coalesce(city, '') as city, count(*) over ()::int as total
    from reference_station
    where ${codes ? sql`station_code = any(${[...codes]})` : sql`true`}
      and ${textCondition(['station_code', 'station_name', 'city', 'province'], search)}
    order by province, city, station_code
    limit ${maxReferenceChoices}`.execute(db);
  return { stations: rows.map(({ total: _, ...station }) => station), total: rows[0]?.total ?? 0 };
}

/** Values in the order of their hours, each labelled by its start. */
export interface PublishedPoints {
  at: number[];
  values: number[];
}

/** The published hours of stations that begin in `[from, to)`, by station and pollutant, with the published index. */
export async function readReferenceHours(
  db: Database,
  codes: readonly string[],
  [from, to]: readonly [number, number],
): Promise<Map<string, Map<string, PublishedPoints>>> {
  const pollutants = Object.entries(columns);
  const arrays = pollutants.map(
    ([, column]) => sql`array_agg(${sql.ref(column)} order by hour) as ${sql.ref(column)}`,
  );
  const { rows } = await sql<{ code: string; at: number[] } & Record<string, (number | null)[]>>`
    select station_code as code, array_agg((extract(epoch from hour) * 1000)::float8 order by hour) as at,
      ${sql.join(arrays)}
    from reference_reading
    where station_code = any(${[...codes]}) and hour >= ${new Date(from)} and hour < ${new Date(to)}
    group by station_code`.execute(db);
  return new Map(
    rows.map((row) => [
      row.code,
      new Map(
        pollutants.map(([pollutant, column]) => [pollutant, dropMissing(row.at, row[column] ?? [])] as const),
      ),
    ]),
  );
}

function dropMissing(at: readonly number[], values: readonly (number | null)[]): PublishedPoints {
  return {
    at: at.filter((_, index) => values[index] !== null),
    values: values.filter((value) => value !== null),
  };
}
