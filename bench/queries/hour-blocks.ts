import type pg from 'pg';
import { DAY_MS } from '../../contract/src/durations.ts';
import { makeHourBlocks } from '../../server/src/features/reading/columns/hour-blocks.store.ts';
import {
  addPartition,
  findPartitionDate,
  listPartitionsBefore,
} from '../../server/src/features/reading/partitions/partitions.store.ts';

/** As the worker waits. */
const settledDays = 4;
const sitesAtOnce = 50;

/**
 * Makes the blocks of hours of these sites. A worker makes those of all sites: at 10,000 sites an estimated 20 minutes and
 * 21 GB for a year, too much for each run.
 */
export async function makeBlocksOf(pool: pg.Pool, sites: readonly number[]): Promise<void> {
  const before = new Date(Date.now() - settledDays * DAY_MS).toISOString().slice(0, 10);
  for (const name of await listPartitionsBefore(pool, 'reading_hour', before)) {
    const month = findPartitionDate(name);
    await addPartition(pool, 'reading_hour_block', Date.parse(month));
    const { rows } = await pool.query<{ site_id: number }>(
      `select distinct site_id from unnest($1::integer[]) asked(site_id)
       where not exists (select from reading_hour_block b
         where b.site_id = asked.site_id and b.month = $2 and b.slot = 0) order by 1`,
      [sites, month],
    );
    const missing = rows.map(({ site_id: siteId }) => siteId);
    for (let from = 0; from < missing.length; from += sitesAtOnce)
      await makeHourBlocks(pool, Date.parse(month), missing.slice(from, from + sitesAtOnce));
  }
}
