import { endianness } from 'node:os';
import { minValidHours } from '@limpid/aqi/validity';
import { DAY_MS } from '@limpid/contract/durations';
import { copyOut } from '../../../platform/db/copy-binary.ts';
import { type Connection, type Pool, transact } from '../../../platform/db/transaction.ts';

/** What a day has one number of for each site: a slot, the index, or the index of days with all pollutants. */
export type DayItem = number | 'aqi' | 'whole';

/** One day of all sites; the arrays of the items are in the order of the sites. */
export interface DayColumns {
  day: string;
  sites: Int32Array;
  items: readonly Float32Array[];
}

/** Stands for a value of a slot that is not valid, because too few hours of the day are. NaN stands for no value. */
export const invalidValue = Number.NEGATIVE_INFINITY;

const numbers = { sites: 0, aqi: -1, whole: -2 };
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
      const others = listDates(first, last).filter((day) => !stored.has(day));
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
  const asked = [numbers.sites, ...items.map(numberOf)];
  const complete = new Set<string>();
  const places = new Map(asked.map((item, place) => [item, place]));
  let [current, found, count]: [string, Uint8Array<ArrayBuffer>[], number] = ['', [], 0];
  await copyOut(
    connection,
    `select day, item, data from reading_day_column where day between '${first}' and '${last}'
     and item in (${[...places.keys()].join(', ')}) order by day, item`,
    (row) => {
      const day = formatDate(row.int4());
      if (day !== current) [current, found, count] = [day, [], 0];
      found[places.get(row.int2()) ?? 0] = new Uint8Array(row.bytes() ?? []);
      if (++count < places.size) return;
      complete.add(day);
      onDay(
        toColumns(
          day,
          asked.map((item) => found[places.get(item) ?? 0] ?? new Uint8Array()),
        ),
      );
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
    `select day, ${['sites' as const, ...items].map(columnOf).join(', ')} from reading_day
     where day in (${days.map((day) => `'${day}'`).join(', ')}) group by day`,
    (row) => {
      const day = formatDate(row.int4());
      onDay(
        toColumns(
          day,
          ['sites', ...items].map(() => new Uint8Array(row.bytes() ?? [])),
        ),
      );
    },
  );
}

/** The numbers of a day as bytes, in the order of sites. */
function columnOf(item: DayItem | 'sites'): string {
  const join = (bytes: string) => `string_agg(${bytes}, ''::bytea order by site_id)`;
  if (item === 'sites') return join('int4send(site_id)');
  const real = (value: string) => join(`float4send((${value})::real)`);
  if (item === 'aqi') return real(`coalesce(aqi::real, 'NaN')`);
  if (item === 'whole') return real(`case when whole and aqi is not null then aqi::real else 'NaN' end`);
  return real(`case when c${item} >= ${minValidHours} and a${item} is not null then a${item}
    when c${item} > 0 then '-infinity' else 'NaN' end`);
}

function toColumns(day: string, [sites, ...items]: readonly Uint8Array<ArrayBuffer>[]): DayColumns {
  return {
    day,
    sites: new Int32Array(toNative(sites ?? new Uint8Array())),
    items: items.map((bytes) => new Float32Array(toNative(bytes))),
  };
}

/** PostgreSQL sends the highest byte first. */
function toNative(bytes: Uint8Array<ArrayBuffer>): ArrayBuffer {
  if (endianness() === 'LE') Buffer.from(bytes.buffer).swap32();
  return bytes.buffer;
}

/** PostgreSQL counts days from the year 2000. */
const formatDate = (day: number) => new Date(Date.UTC(2000, 0, 1) + day * DAY_MS).toISOString().slice(0, 10);

function listDates(first: string, last: string): string[] {
  const start = Date.parse(first);
  const count = Math.floor((Date.parse(last) - start) / DAY_MS) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, n) =>
    new Date(start + n * DAY_MS).toISOString().slice(0, 10),
  );
}

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
  const items: (DayItem | 'sites')[] = ['sites', 'aqi', 'whole', ...slots];
  await transact(pool, async (connection) => {
    await connection.query(`set local lock_timeout = '2s'`);
    await connection.query('lock table reading_day in share mode');
    await connection.query(
      `insert into reading_day_column (day, item, data)
       select $1, item, data from (select ${items.map((item, place) => `${columnOf(item)} as data${place}`).join(', ')}
         from reading_day where day = $1) as made
       cross join lateral (values ${items.map((item, place) => `(${item === 'sites' ? numbers.sites : numberOf(item)}::smallint, data${place})`).join(', ')}) as each(item, data)
       where data is not null
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
