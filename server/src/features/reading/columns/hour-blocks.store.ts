import { DAY_MS } from '@limpid/contract/durations';
import { copyOut } from '../../../platform/db/copy-binary.ts';
import { type Connection, type Pool, transact } from '../../../platform/db/transaction.ts';
import { formatUtcDay } from '../blocks/block.store.ts';
import { siteCondition, timestampLiteral } from '../literal.store.ts';
import { unpackOutOfRange } from '../out-of-range.rule.ts';
import { numbersSql, toFloats, toInts, toShorts } from './site-columns.ts';

/** The hours of a site in a month, or in the finished part of the running month, as they are in `reading_hour`. */
export interface HourBlock {
  siteId: number;
  /** The start of the month. */
  month: number;
  /** The hours from here on are not in the block. */
  until: number;
  /** The starts of the hours in order, as seconds from the start of the month. */
  seconds: Int32Array;
  outOfRange: { at: number; values: ReadonlyMap<number, number> }[];
  slots: Map<number, BlockSlot>;
}

/** In the order of the hours; NaN stands for no value. */
interface BlockSlot {
  mean: Float32Array;
  covered: Int16Array;
  low?: Float32Array | undefined;
  high?: Float32Array | undefined;
}

const momentsSlot = 0;

/** The blocks of sites in these months, in no particular order. */
export async function readHourBlocks(
  connection: Connection,
  sites: readonly number[],
  months: readonly number[],
  slots: readonly number[],
  hasExtremes: boolean,
): Promise<HourBlock[]> {
  const blocks: HourBlock[] = [];
  const extremes = hasExtremes ? ', low, high' : '';
  await copyOut(
    connection,
    `select site_id, (extract(epoch from month))::integer, slot, coalesce(until - month, 0), moments, out_of_range,
       mean, covered${extremes}
     from reading_hour_block
     where ${siteCondition(sites)} and month in (${months.map((month) => `'${formatUtcDay(month)}'`).join(', ')})
       and slot in (${[momentsSlot, ...slots].join(', ')}) order by site_id, month, slot`,
    (row) => {
      const siteId = row.int4();
      const month = row.int4() * 1000;
      const slot = row.int2();
      const until = month + row.int4() * DAY_MS;
      const [moments, outOfRange, mean, covered] = [row.bytes(), row.bytes(), row.bytes(), row.bytes()];
      const [low, high] = hasExtremes ? [row.bytes(), row.bytes()] : [null, null];
      if (slot === momentsSlot) {
        const seconds = toInts(moments ?? Buffer.alloc(0));
        blocks.push({
          siteId,
          month,
          until,
          seconds,
          outOfRange: listOutOfRange(month, outOfRange),
          slots: new Map(),
        });
      } else if (mean && covered) {
        blocks.at(-1)?.slots.set(slot, {
          mean: toFloats(mean),
          covered: toShorts(covered),
          low: low ? toFloats(low) : undefined,
          high: high ? toFloats(high) : undefined,
        });
      }
    },
  );
  return blocks;
}

const outOfRangeHead = 6;

function listOutOfRange(month: number, bytes: Buffer | null): HourBlock['outOfRange'] {
  const found: HourBlock['outOfRange'] = [];
  for (let start = 0; bytes && start < bytes.length; ) {
    const [from, length] = [start + outOfRangeHead, bytes.readInt16BE(start + 4)];
    const values = unpackOutOfRange(bytes.subarray(from, from + length)) ?? new Map<number, number>();
    found.push({ at: month + bytes.readInt32BE(start) * 1000, values });
    start = from + length;
  }
  return found;
}

/** Sites without a block of a month that reaches this start of a day, at most so many. */
export async function listSitesWithoutBlock(
  pool: Pool,
  month: number,
  until: number,
  limit: number,
): Promise<number[]> {
  const { rows } = await pool.query<{ site_id: number }>(
    `select site_id from site where not exists (select from reading_hour_block b
       where b.site_id = site.site_id and b.month = '${formatUtcDay(month)}' and b.slot = ${momentsSlot}
         and b.until >= '${formatUtcDay(until)}')
     order by site_id limit $1`,
    [limit],
  );
  return rows.map(({ site_id: siteId }) => siteId);
}

/**
 * Makes the blocks of sites in a month whose partitions exist, with the hours before the start of a day; a site without
 * hours gets an empty one. Nobody changes hours of the month meanwhile, so that the blocks agree with the rows; the caller
 * keeps roll-ups from running, whose snapshot would not see blocks that were made after its start.
 */
export async function makeHourBlocks(
  pool: Pool,
  month: number,
  until: number,
  sites: readonly number[],
): Promise<void> {
  const [from, to] = [timestampLiteral(month), timestampLiteral(until)];
  const asked = `${siteCondition(sites)} and ts >= ${from} and ts < ${to}`;
  await transact(pool, async (connection) => {
    await connection.query(`set local lock_timeout = '2s'`);
    await connection.query(
      `lock table reading_hour_${formatUtcDay(month).replaceAll('-', '')} in share mode`,
    );
    const slots = await listSlotsWithMeans(connection, asked);
    const numbers = slots.flatMap((slot) => [
      `${numbersSql(`coalesce(a${slot}, 'NaN')`)} as mean${slot}`,
      ...['l', 'h'].map(
        (side) =>
          `case when count(${side}${slot}) > 0 then ${numbersSql(`coalesce(${side}${slot}, 'NaN')`)} end as ${side}${slot}`,
      ),
      `string_agg(int2send(coalesce(c${slot}, 0::smallint)), ''::bytea) as covered${slot}`,
      `count(a${slot}) as count${slot}`,
    ]);
    const seconds = `int4send(extract(epoch from ts - ${from})::integer)`;
    const each = slots.map(
      (slot) =>
        `(${slot}::smallint, null, null, mean${slot}, l${slot}, h${slot}, covered${slot}, count${slot} > 0)`,
    );
    await connection.query(
      `delete from reading_hour_block where month = '${formatUtcDay(month)}' and site_id = any($1::integer[])`,
      [sites],
    );
    await connection.query(
      `insert into reading_hour_block (site_id, month, until, slot, moments, out_of_range, mean, low, high, covered)
       select site_id, '${formatUtcDay(month)}', case slot when ${momentsSlot} then '${formatUtcDay(until)}'::date end, slot,
         each.moments, each.out_of_range, mean, low, high, covered
       from unnest($1::integer[]) as asked(site_id) left join (
         select ${[
           'site_id',
           `string_agg(${seconds}, ''::bytea) as moments`,
           `string_agg(${seconds} || int2send(length(out_of_range)::smallint) || out_of_range, ''::bytea) as out_of_range`,
           ...numbers,
         ].join(', ')}
         from (select * from reading_hour where ${asked} order by site_id, ts) as ordered group by site_id
       ) as made using (site_id)
       cross join lateral (values ${[
         `(${momentsSlot}::smallint, made.moments, made.out_of_range, null::bytea, null::bytea, null::bytea, null::bytea, true)`,
         ...each,
       ].join(', ')}) as each(slot, moments, out_of_range, mean, low, high, covered, is_used)
       where is_used order by site_id, slot`,
      [sites],
    );
  });
}

/** Slots with a mean in any of the hours: by the columns of the table, because this process may not know a new channel. */
async function listSlotsWithMeans(connection: Connection, asked: string): Promise<number[]> {
  const { rows: columns } = await connection.query<{ slot: number }>(
    `select substr(attname, 2)::integer as slot from pg_attribute
     where attrelid = 'reading_hour'::regclass and attname ~ '^a[0-9]+$' and not attisdropped order by 1`,
  );
  const { rows } = await connection.query<Record<string, boolean>>(
    `select ${columns.map(({ slot }) => `count(a${slot}) > 0 as "${slot}"`).join(', ')} from reading_hour where ${asked}`,
  );
  return columns.map(({ slot }) => slot).filter((slot) => rows[0]?.[String(slot)]);
}

/**
 * Removes the blocks of sites whose hours change, in the transaction that changes them: by month, the first changed hour
 * of each site. A block of the running month does without its newest days, so their hours leave it as it is.
 */
export async function removeHourBlocks(
  connection: Connection,
  firstByMonth: ReadonlyMap<number, ReadonlyMap<number, number>>,
): Promise<void> {
  for (const [month, firstBySite] of firstByMonth) {
    const { rows } = await connection.query<{ site_id: number; until: number }>({
      ...findChanged,
      values: [formatUtcDay(month), [...firstBySite.keys()], formatUtcDay(Math.min(...firstBySite.values()))],
    });
    const changed = rows.filter(({ site_id: siteId, until }) => (firstBySite.get(siteId) ?? until) < until);
    if (changed.length > 0)
      await connection.query(
        `delete from reading_hour_block where month = '${formatUtcDay(month)}' and site_id = any($1::integer[])`,
        [changed.map(({ site_id: siteId }) => siteId)],
      );
  }
}

/**
 * Asked before anything is removed, by one row a site: nearly always there is nothing to remove. Planned once a
 * connection, because every roll-up asks.
 */
const findChanged = {
  name: 'changed hour blocks',
  text: `select site_id, extract(epoch from until)::float8 * 1000 as until from reading_hour_block
    where month = $1::date and slot = ${momentsSlot} and site_id = any($2::integer[]) and until > $3::date`,
};
