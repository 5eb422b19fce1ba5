import { maxReferenceKm } from '@limpid/contract/alarm/alarm-rule';
import { DAY_MS, HOUR_MS } from '@limpid/contract/durations';
import { toMoment } from '../../../platform/db/moment.ts';
import type { Pool } from '../../../platform/db/transaction.ts';

/** The last hour that the reference station of a site has published; the moment is its start, in epoch milliseconds. */
export interface PublishedReference {
  stationCode: string;
  stationName: string;
  at: number;
  pm25: number | null;
  pm10: number | null;
  so2: number | null;
  no2: number | null;
  o3: number | null;
  co: number | null;
  aqi: number | null;
}

const kmPerDegree = 111.195;

/**
 * Of the station that the site names; of the nearest one that has published within a day if it names none. Hours that ended
 * more than a day ago are too old, and simulated stations are for simulated sites only.
 */
export async function findPublishedReference(
  pool: Pool,
  siteId: number,
  now: number,
): Promise<PublishedReference | undefined> {
  const { rows } = await pool.query<PublishedReference>(
    `select r.station_code as "stationCode", r.station_name as "stationName",
       (extract(epoch from h.hour) * 1000)::float8 as at, pm25, pm10, so2, no2, o3, co, aqi
     from site s
     cross join lateral (
       select station_code, station_name,
         power((longitude - s.longitude) * cos(radians(s.latitude)), 2) + power(latitude - s.latitude, 2) as square
       from reference_station n
       where (s.simulated or not n.simulated) and case when s.reference_station_code is not null then n.station_code = s.reference_station_code
         else n.longitude is not null and s.longitude is not null
           and abs(n.latitude - s.latitude) <= $3 and exists (
             select from reference_reading p where p.station_code = n.station_code and p.hour >= $2 and p.hour <= $4
               and coalesce(p.pm25, p.pm10, p.so2, p.no2, p.o3, p.co, p.aqi) is not null) end
       order by square, station_code limit 1
     ) as r
     cross join lateral (
       select * from reference_reading p where p.station_code = r.station_code and p.hour >= $2 and p.hour <= $4
         and coalesce(p.pm25, p.pm10, p.so2, p.no2, p.o3, p.co, p.aqi) is not null
       order by p.hour desc limit 1
     ) as h
     where s.site_id = $1 and (s.reference_station_code is not null or r.square <= $3 * $3)`,
    [siteId, toMoment(now - DAY_MS - HOUR_MS), maxReferenceKm / kmPerDegree, toMoment(now)],
  );
  return rows[0];
}
