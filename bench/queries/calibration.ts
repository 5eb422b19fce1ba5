import { loadavg } from 'node:os';
import type pg from 'pg';
import { HOUR_MS } from '../../contract/src/durations.ts';
import { findRunSettings } from '../../server/src/features/calibration/runs/run.store.ts';
import { beginRun, runCalibration } from '../../server/src/features/calibration/runs/run-calibration.ts';
import { siteChanged } from '../../server/src/features/reading/site-changed.ts';
import { withBenchApp } from '../shared/app.ts';
import { openPartition } from './query-rows.ts';

const sites = 1000;
const stations = 100;
const hours = 168;
const rounds = 3;
const pollutants = ['a34004', 'a34002', 'a21026', 'a21004', 'a21005', 'a05024'];
const humidity = 'a01002';

/** A round of calibration over a week of 1,000 sites with six pollutants, beside the SQL that reads its hours. */
export async function measureCalibration(print: (line: string) => void): Promise<void> {
  await withBenchApp(
    async ({ app, services }) => {
      const slots = await fillWeek(app.pool);
      await app.bus.publish(siteChanged);
      await services.ingest.directory.refresh();
      const [times, bare]: [number[], number[]] = [[], []];
      let results = { proposed: 0, results: 0 };
      for (let round = 0; round < rounds; round++) {
        const settings = await findRunSettings(app.db, { all: true }, 1);
        const run = settings && (await beginRun(app, settings, 'bench'));
        if (!run) throw new Error('the round cannot begin');
        const { signal } = new AbortController();
        times.push(
          await takeSeconds(async () => {
            results = await runCalibration(app, services, run, { signal, report: () => undefined });
          }),
        );
        const columns = slots.map((slot) => `a${slot}, l${slot}, h${slot}, c${slot}`).join(', ');
        bare.push(
          await takeSeconds(async () => {
            await app.pool.query(`select site_id, ts, ${columns} from reading_hour`);
            await app.pool.query('select * from reference_reading');
          }),
        );
      }
      const list = (seconds: readonly number[]) => seconds.map((one) => one.toFixed(1)).join(', ');
      print(
        `calibration of ${sites} sites × ${pollutants.length} pollutants over 7 days  ${list(times)} s   (bar 20 s; their hours by bare SQL ${list(bare)} s; ${results.results} results, ${results.proposed} proposals; load ${(loadavg()[0] ?? 0).toFixed(1)})`,
      );
    },
    { sites },
  );
}

async function takeSeconds(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}

/** Hours of sites and stations that are near each other; every second site has K and B. Returns the slots. */
async function fillWeek(pool: pg.Pool): Promise<number[]> {
  const to = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
  const from = to - hours * HOUR_MS;
  for (let at = from; at <= to; at += 24 * HOUR_MS) await openPartition(pool, 'reading_hour', at);
  const { rows } = await pool.query<{ slot: number }>(
    'select slot from basic_channel where gb_code = any($1) order by slot',
    [[...pollutants, humidity]],
  );
  const slots = rows.map(({ slot }) => slot);
  await pool.query(
    `insert into basic_device_type_channel (device_type_id, channel_id)
     select 90, channel_id from basic_channel where gb_code = any($1) on conflict do nothing`,
    [[...pollutants, humidity]],
  );
  await pool.query(
    'update site set longitude = 104 + site_id % 100 * 0.01, latitude = 30 + site_id / 100 * 0.01',
  );
  await pool.query(
    `insert into site_coefficient (site_id, channel_id, since, k, b)
     select site_id, channel_id, '2026-01-01', 1.1, 1 from site, basic_channel
     where gb_code = any($1) and site_id % 2 = 0`,
    [pollutants],
  );
  const values = slots.map((slot) => {
    const value = `(40 + 30 * sin(n / 4.0 + ${slot}) + 6 * sin(n * (n % 17 + site_id % 13)))`;
    return `${value}::real, (${value} - 2)::real, (${value} + 2)::real, 3600`;
  });
  const columns = slots.map((slot) => `a${slot}, l${slot}, h${slot}, c${slot}`).join(', ');
  for (let first = 0; first < hours; first += 24)
    await pool.query(
      `insert into reading_hour (site_id, ts, unmeasured, ${columns})
       select site_id, $1::timestamptz + n * interval '1 hour', 0, ${values.join(', ')}
       from site, generate_series(${first}, ${first + 23}) n`,
      [new Date(from)],
    );
  await pool.query(
    `insert into reference_station (station_code, station_name, longitude, latitude, facts_of)
     select 'R' || n, 'R' || n, 104 + n % 10 * 0.1, 30 + n / 10 * 0.01, now() from generate_series(0, ${stations - 1}) n`,
  );
  await pool.query(
    `insert into reference_reading (station_code, release_time, pm25, pm10, so2, no2, o3, co)
     select 'R' || s, $1::timestamptz + (n + 1) * interval '1 hour', v, v * 1.1, v * 0.9, v, v * 1.2, v / 50
     from generate_series(0, ${stations - 1}) s, generate_series(0, ${hours - 1}) n,
       lateral (select (44 + 28 * sin(n / 4.0 + 1))::real as v) as value`,
    [new Date(from)],
  );
  await pool.query(
    `insert into calibration_config (config_id, config_name, max_km) overriding system value values (1, 'bench', 10)`,
  );
  await pool.query('insert into calibration_config_site select 1, site_id from site');
  await pool.query(
    'insert into calibration_config_channel select 1, channel_id from basic_channel where gb_code = any($1)',
    [pollutants],
  );
  await pool.query('analyze');
  return slots;
}
