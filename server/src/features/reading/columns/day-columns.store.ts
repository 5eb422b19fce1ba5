import { minValidHours } from '@limpid/aqi/validity';
import { DAY_MS } from '@limpid/contract/durations';
import { datesBetween } from '@limpid/contract/local-time';
import type { MapIndex } from '@limpid/contract/map/site-update';
import { copyOut } from '../../../platform/db/copy-binary.ts';
import { type Connection, type Pool, transact } from '../../../platform/db/transaction.ts';
import { dayIndexColumns } from '../index-columns.ts';
import { numbersSql, type SiteColumns, sitesSql, toColumns } from './site-columns.ts';

/**
 * What a day has one number of for each site: a slot, the index of HJ 633, that of days with all pollutants, or the index
 * of another standard.
 */
export type DayItem = number | 'aqi' | 'whole' | Exclude<MapIndex, 'china'>;

/**
 * One day of all sites. Of a slot, −∞ stands for too few valid hours, NaN for none; of another standard, −∞ stands for a
 * day without its index.
 */
export interface DayColumns extends SiteColumns {
  day: string;
}

const numbers = { sites: 0, aqi: -1, whole: -2, us: -3, europe: -4, atmo: -5 };
const numberOf = (item: DayItem) => (typeof item === 'number' ? item : numbers[item]);

/** The columns of days from the first to the last date, in no particular order; days without data are left out. */
export async function readDayColumns(
  pool: Pool,
  [first, last]: readonly [string, string],
  items: readonly DayItem[],
  onDay: (columns: DayColumns) => void,
): Promise<void> {
  await transact(
    pool,
    async (connection) => {
      const stored = await readStored(connection, [first, last], items, onDay);
      const others = datesBetween(first, last).filter((day) => !stored.has(day));
      if (others.length > 0) await readFromRows(connection, others, items, onDay);
    },
    { once: true },
  );
}

/** Returns the dates that have all items. */
async function readStored(
  connection: Connection,
  [first, last]: readonly [string, string],
  items: readonly DayItem[],
  onDay: (columns: DayColumns) => void,
): Promise<Set<string>> {
  const asked = [...new Set([numbers.sites, ...items.map(numberOf)])];
  const complete = new Set<string>();
  let [current, found]: [string, Map<number, Buffer>] = ['', new Map()];
  await copyOut(
    connection,
    `select day, item, data from reading_day_column where day between '${first}' and '${last}'
     and item in (${asked.join(', ')}) order by day, item`,
    (row) => {
      const day = formatDate(row.int4());
      if (day !== current) [current, found] = [day, new Map()];
      found.set(row.int2(), Buffer.from(row.bytes() ?? []));
      if (found.size < asked.length) return;
      complete.add(day);
      const bytesOf = (item: number) => found.get(item) ?? Buffer.alloc(0);
      onDay({
        day,
        ...toColumns(
          bytesOf(numbers.sites),
          items.map((item) => bytesOf(numberOf(item))),
        ),
      });
    },
  );
  return complete;
}

async function readFromRows(
  connection: Connection,
  days: readonly string[],
  items: readonly DayItem[],
  onDay: (columns: DayColumns) => void,
): Promise<void> {
  await copyOut(
    connection,
    `select day, ${[sitesSql, ...items.map(itemSql)].join(', ')} from reading_day
     where day in (${days.map((day) => `'${day}'`).join(', ')}) group by day`,
    (row) => {
      const day = formatDate(row.int4());
      const [sites, ...others] = [0, ...items].map(() => row.bytes() ?? Buffer.alloc(0));
      onDay({ day, ...toColumns(sites ?? Buffer.alloc(0), others) });
    },
  );
}

function itemSql(item: DayItem): string {
  if (item === 'aqi') return numbersSql(`coalesce(aqi::real, 'NaN')`);
  if (item === 'whole')
    return numbersSql(`case when whole and aqi is not null then aqi::real else 'NaN' end`);
  if (typeof item === 'string')
    return numbersSql(`coalesce(${dayIndexColumns[item].aqi}::real, '-infinity')`);
  return numbersSql(`case when c${item} >= ${minValidHours} and a${item} is not null then a${item}
    when c${item} > 0 then '-infinity' else 'NaN' end`);
}

/** PostgreSQL counts days from the year 2000. */
const formatDate = (day: number) => new Date(Date.UTC(2000, 0, 1) + day * DAY_MS).toISOString().slice(0, 10);

/** Days before a date whose columns have to be made, the newest first. */
export async function listDaysWithoutColumns(
  pool: Pool,
  before: string,
  slots: readonly number[],
  limit: number,
): Promise<string[]> {
  const { rows } = await pool.query<{ day: string }>(
    `select day::text from generate_series((select min(day) from reading_day), $1::date - 1, interval '1 day') as dates(day)
     where (select count(*) from reading_day_column c where c.day = dates.day and c.item = any($2::smallint[])) < cardinality($2::smallint[])
       and exists (select from reading_day d where d.day = dates.day)
     order by day desc limit $3`,
    [before, [...Object.values(numbers), ...slots], limit],
  );
  return rows.map(({ day }) => day.slice(0, 10));
}

/**
 * Makes the columns of a day. Nobody changes days meanwhile, so that the columns agree with the rows; the caller keeps
 * roll-ups from running, whose snapshot would not see columns that were made after its start.
 */
export async function makeDayColumns(pool: Pool, day: string, slots: readonly number[]): Promise<void> {
  const items: DayItem[] = ['aqi', 'whole', 'us', 'europe', 'atmo', ...slots];
  const columns = [
    { number: numbers.sites, aggregate: sitesSql },
    ...items.map((item) => ({ number: numberOf(item), aggregate: itemSql(item) })),
  ];
  const made = columns.map(({ aggregate }, place) => `${aggregate} as data${place}`).join(', ');
  const each = columns.map(({ number }, place) => `(${number}::smallint, data${place})`).join(', ');
  await transact(pool, async (connection) => {
    await connection.query(`set local lock_timeout = '2s'`);
    await connection.query('lock table reading_day in share mode');
    await connection.query(
      `insert into reading_day_column (day, item, data)
       select $1, item, data from (
         select ${made} from (select * from reading_day where day = $1 order by site_id) as ordered
       ) as made
       cross join lateral (values ${each}) as each(item, data) where data is not null
       on conflict (day, item) do update set data = excluded.data`,
      [day],
    );
  });
}

/** Removes the columns of days that change, in the transaction that changes them. */
export async function removeDayColumns(connection: Connection, days: readonly string[]): Promise<void> {
  await connection.query('delete from reading_day_column where day = any($1::date[])', [days]);
}

/** Removes the columns of days that are no longer stored. */
export async function removeExpiredColumns(pool: Pool): Promise<void> {
  await pool.query(`delete from reading_day_column
    where day < coalesce((select min(day) from reading_day), 'infinity')`);
}
