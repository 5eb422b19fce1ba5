import type pg from 'pg';
import { copyOut } from '../../platform/db/copy-binary.ts';

type Bounds = readonly [from: number, to: number];

/** An hour as it is stored. */
interface StoredHour {
  siteId: number;
  at: number;
  aqi: number | null;
  main: string | null;
  whole: boolean;
}

/** By position in the requested slots: the mean, NaN if there is none, and the valid seconds. */
export interface StoredMeans {
  means: Float32Array;
  covered: Int16Array;
}

const moment = (at: number) => `'${new Date(at).toISOString()}'::timestamptz`;

/** The newest hour of each site in `[from, to)` with a hash of its content; the index finds it directly. */
export async function listNewestHourMarks(
  pool: pg.Pool,
  [from, to]: Bounds,
  slots: readonly number[],
): Promise<{ siteId: number; at: number; mark: number }[]> {
  const means = slots.map((slot) => `, a${slot}`).join('');
  const { rows } = await pool.query<{ site_id: number; at: number; mark: number }>(
    `select site_id, newest.* from site cross join lateral (
       select extract(epoch from ts)::float8 * 1000 as at, hashtext(concat_ws(' ', aqi, main, whole${means})) as mark
       from reading_hour where reading_hour.site_id = site.site_id and ts >= ${moment(from)} and ts < ${moment(to)}
       order by ts desc limit 1
     ) as newest`,
  );
  return rows.map(({ site_id: siteId, at, mark }) => ({ siteId, at, mark }));
}

/** A pollutant counts as measured if it was stored within so many days. */
export const measuredDays = 30;

/** By position, which of the slots have values in the days of sites up to a moment. */
export async function listMeasuredSlots(
  connection: pg.PoolClient,
  siteIds: readonly number[],
  until: number,
  slots: readonly number[],
): Promise<Map<number, boolean[]>> {
  if (slots.length === 0) return new Map();
  const columns = slots.map((slot) => `coalesce(bool_or(c${slot} > 0), false)`).join(', ');
  const { rows } = await connection.query<{ site_id: number; measured: boolean[] }>(
    `select site_id, array[${columns}] as measured from reading_day
     where site_id = any($1::integer[]) and day > $2::date - ${measuredDays} and day <= $2::date + 1 group by site_id`,
    [siteIds, new Date(until).toISOString().slice(0, 10)],
  );
  return new Map(rows.map(({ site_id: siteId, measured }) => [siteId, measured]));
}

/** The hours of sites in `[from, to)`, by site in the order of time; the arrays of means are reused for the next hour. */
export async function readAirHours(
  connection: pg.PoolClient,
  siteIds: readonly number[],
  [from, to]: Bounds,
  slots: readonly number[],
  onHour: (hour: StoredHour, stored: StoredMeans) => void,
): Promise<void> {
  const columns = slots.map((slot) => `, a${slot}, c${slot}`).join('');
  const stored = { means: new Float32Array(slots.length), covered: new Int16Array(slots.length) };
  await copyOut(
    connection,
    `select site_id, ts, aqi, main, whole${columns} from reading_hour
     where site_id = any('{${siteIds.map(Math.trunc).join(',')}}'::integer[])
       and ts >= ${moment(from)} and ts < ${moment(to)} order by site_id, ts`,
    (row) => {
      const hour = { siteId: row.int4(), at: row.timestamp(), aqi: row.int2OrNull() };
      const main = row.bytes()?.toString('utf8') ?? null;
      const whole = row.bytes()?.[0] === 1;
      for (let place = 0; place < slots.length; place++) {
        stored.means[place] = row.real();
        stored.covered[place] = row.int2();
      }
      onHour({ ...hour, main, whole }, stored);
    },
  );
}
