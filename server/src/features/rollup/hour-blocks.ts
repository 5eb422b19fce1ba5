import { MINUTE_MS } from '@limpid/contract/durations';
import type { App } from '../../platform/app.ts';
import type { Pool } from '../../platform/db/transaction.ts';
import { repeat } from '../../platform/repeat.ts';
import {
  findPartitionDate,
  listPartitionNames,
  listSitesWithoutBlock,
  makeHourBlocks,
  openPartitions,
  type Partitions,
} from '../reading/storage.api.ts';
import { type BlockSpan, planBlocks } from './hour-blocks.rule.ts';
import { holdRollUpLock } from './roll-up.store.ts';

const everyMs = 5 * MINUTE_MS;
/** A portion takes about half a second, so that roll-ups wait no longer than that; the pause lets them run. */
const portion = { sites: 50, pauseMs: 500 };
/** A run takes some four minutes at most; the rest waits for the next one. */
const mostPortions = 240;

/**
 * Makes the blocks of hours of days that ended some time ago, the newest month first. A month that changes again loses
 * those of the changed sites, until the next run. Returns the number of blocks.
 */
export async function makeBlocks(
  { pool, clock }: Pick<App, 'pool' | 'clock'>,
  signal: AbortSignal,
  sitesAtOnce = portion.sites,
): Promise<number> {
  const partitions = openPartitions(pool);
  const spans = planBlocks(await listMonths(pool), clock.now().getTime());
  let made = 0;
  for (let portions = 0; portions < mostPortions && !signal.aborted; portions++) {
    const count = await holdRollUpLock(pool, () => makePortion(pool, partitions, spans, sitesAtOnce));
    // None are missing, or another process rolls up; the rest waits for the next run.
    if (!count) break;
    made += count;
    await clock.pause(portion.pauseMs);
  }
  return made;
}

/** The starts of months that have hours, the newest first. */
async function listMonths(pool: Pool): Promise<number[]> {
  const names = await listPartitionNames(pool, 'reading_hour');
  return names.map((name) => Date.parse(findPartitionDate(name))).toReversed();
}

/** The blocks of one month; complete months are left out of the list. */
async function makePortion(
  pool: Pool,
  partitions: Partitions,
  spans: BlockSpan[],
  most: number,
): Promise<number> {
  for (let [span] = spans; span; [span] = spans) {
    const sites = await listSitesWithoutBlock(pool, span.month, span.keptFrom, most);
    if (sites.length > 0) {
      await partitions.ensure('reading_hour_block', [span.month]);
      await makeHourBlocks(pool, span.month, span.until, sites);
      return sites.length;
    }
    spans.shift();
  }
  return 0;
}

export function startHourBlocks(app: App): () => Promise<void> {
  const control = new AbortController();
  const stop = repeat(
    everyMs,
    async () => {
      const count = await makeBlocks(app, control.signal);
      if (count > 0) app.log.debug({ count }, 'blocks of hours made');
    },
    (error) => app.log.warn({ err: error }, 'blocks of hours were not made'),
  );
  return () => {
    control.abort();
    return stop();
  };
}
