import type pg from 'pg';
import { CopyRows, copyIn } from '../../platform/db/copy-binary.ts';

/** The batch size of imports. */
const batch = 5000;
const amounts = ['pm25', 'pm10', 'so2', 'no2', 'o3', 'co'];
const columns = ['station_code', 'release_time', ...amounts, 'aqi', 'level', 'primary_pollutant'].join(', ');

/** Copies all stored hours with COPY and upsert only, and returns the seconds: the baseline of imports. */
export async function timeBaselineWrite(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<Record<string, string | number | null>>(
    `select ${columns}, extract(epoch from release_time)::float8 * 1000 as at from reference_reading`,
  );
  await pool.query('create table bare (like reference_reading including all)');
  const client = await pool.connect();
  await client.query('create temp table bare_staged (like reference_reading) on commit delete rows');
  // The table generates ids and hours.
  await client.query('alter table bare_staged alter reading_id drop not null, alter hour drop not null');
  await client.query('alter table bare_staged alter create_time drop not null');
  const started = performance.now();
  for (let from = 0; from < rows.length; from += batch) {
    await client.query('begin');
    const staged = stageRows(rows.slice(from, from + batch));
    await copyIn(client, `copy bare_staged (${columns}) from stdin (format binary)`, staged);
    await client.query(
      `insert into bare (${columns}) select ${columns} from bare_staged
       on conflict (station_code, hour) do update set aqi = excluded.aqi`,
    );
    await client.query('commit');
  }
  const seconds = (performance.now() - started) / 1000;
  await client.query('drop table bare, bare_staged');
  client.release();
  return seconds;
}

function stageRows(hours: readonly Record<string, string | number | null>[]): CopyRows {
  const rows = new CopyRows();
  const put = <V>(value: V | null | undefined, write: (value: V) => void) =>
    value === null || value === undefined ? rows.null() : write(value);
  for (const hour of hours) {
    rows.startRow(5 + amounts.length);
    rows.text(String(hour['station_code']));
    rows.timestamp(Number(hour['at']));
    for (const name of amounts) put(hour[name], (value) => rows.real(Number(value)));
    put(hour['aqi'], (value) => rows.int2(Number(value)));
    for (const name of ['level', 'primary_pollutant']) put(hour[name], (value) => rows.text(String(value)));
  }
  return rows;
}
