import type pg from 'pg';
import {
  listSitesWithoutBlock,
  makeHourBlocks,
} from '../../server/src/features/reading/columns/hour-blocks.store.ts';
import {
  addPartition,
  findPartitionDate,
  listPartitionNames,
} from '../../server/src/features/reading/partitions/partitions.store.ts';
import { planBlocks } from '../../server/src/features/rollup/hour-blocks.rule.ts';

const sitesAtOnce = 50;

/**
 * Makes the blocks of hours of these sites. A worker makes those of all sites: at 10,000 sites an estimated 20 minutes and
 * 21 GB for a year, too much for each run.
 */
export async function makeBlocksOf(pool: pg.Pool, sites: readonly number[]): Promise<void> {
  const asked = new Set(sites);
  const months = (await listPartitionNames(pool, 'reading_hour')).map((name) =>
    Date.parse(findPartitionDate(name)),
  );
  for (const { month, until, keptFrom } of planBlocks(months, Date.now())) {
    await addPartition(pool, 'reading_hour_block', month);
    const lacking = await listSitesWithoutBlock(pool, month, keptFrom, Number.MAX_SAFE_INTEGER);
    const missing = lacking.filter((siteId) => asked.has(siteId));
    for (let from = 0; from < missing.length; from += sitesAtOnce)
      await makeHourBlocks(pool, month, until, missing.slice(from, from + sitesAtOnce));
  }
}
