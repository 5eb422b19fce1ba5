import type pg from 'pg';
import type { Pool } from '../../platform/db/transaction.ts';

export const demoSourceName = '模拟省控网 · Simulated provincial network';
/** Taken until the interface listens. */
const firstUrl = 'http://127.0.0.1:1/simulated/hours';

const pollutants = ['pm25', 'pm10', 'so2', 'no2', 'o3', 'co'].map((pollutant) => ({
  pollutant,
  field: pollutant,
  unit: pollutant === 'co' ? 'mg/m³' : 'µg/m³',
}));

/** Inserts the reference source of the demo, unless its sites are gone. */
export async function insertDemoSource(client: pg.ClientBase): Promise<void> {
  await client.query(
    `insert into reference_source (source_name, kind, status, station_level, poll_minutes, url, past_url, rows_path,
       code_field, name_field, city_field, province_field, longitude_field, latitude_field, time_field, pollutants,
       next_run_at, simulated, create_by)
     select $1, 'json', '0', 'provincial', '8,20,40', $2, $2 || '?time={{time}}', 'hours', 'station', 'name', 'city',
       'province', 'longitude', 'latitude', 'time', $3, limpid_now() + interval '1 hour', true, 'demo'
     where exists (select from site where simulated)
     on conflict do nothing`,
    [demoSourceName, firstUrl, JSON.stringify(pollutants)],
  );
}

/** Names the stations of the demo's source, as its first fetch would: calibrations look for them before. */
export async function linkDemoStations(pool: Pool, codes: readonly string[]): Promise<void> {
  await pool.query(
    `insert into reference_station_source (station_code, source_id)
     select station_code, source_id from reference_station s cross join reference_source o
     where s.simulated and o.simulated and station_code = any($1)
     order by station_code on conflict do nothing`,
    [codes],
  );
}

const onInterface = `simulated and url like 'http://127.0.0.1:%/simulated/hours'`;

/** Keeps the demo's source from being asked at the address of its last start, until its interface listens again. */
export async function postponeDemoSource(pool: Pool): Promise<void> {
  await pool.query(
    `update reference_source set next_run_at = limpid_now() + interval '1 hour' where ${onInterface}`,
  );
}

/** Points the demo's source to its interface, and lets it be asked soon; one that somebody has moved elsewhere stays. */
export async function updateSourceUrl(pool: Pool, url: string): Promise<void> {
  await pool.query(
    `update reference_source set url = $1, past_url = $1 || '?time={{time}}', next_run_at = null, fail_count = 0,
       claim = null, claimed_until = null
     where ${onInterface}`,
    [url],
  );
}
