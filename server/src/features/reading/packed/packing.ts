import { DAY_MS } from '@limpid/contract/durations';
import type { App } from '../../../platform/app.ts';
import { type Connection, transact } from '../../../platform/db/transaction.ts';
import {
  formatUtcDay,
  joinReadings,
  readBlocks,
  readLoose,
  removeLoose,
  replaceBlocks,
} from '../blocks/block.store.ts';
import { lockDay } from '../changes/change.store.ts';
import { recordReplacedValues } from '../changes/data-log.store.ts';
import { describeReplaced } from '../changes/describe-replaced.ts';
import type { SiteDirectory } from '../device.ts';
import { dropEmptyDay } from '../partitions/partitions.store.ts';
import type { Partitions } from '../partitions/partitions.ts';
import type { Reading } from '../reading.ts';
import { listLooseSites, listPartitionDays } from './packing.store.ts';

interface PackingDeps {
  app: Pick<App, 'pool' | 'clock'>;
  directory: SiteDirectory;
  partitions: Partitions;
}

const sitesAtOnce = 100;

/** Packs every day that ended before `before`; safe to interrupt and resume. Returns the number of site days. */
export async function packDays(
  parts: PackingDeps,
  before: number,
  control: { signal: AbortSignal; report(done: number, total: number): void },
): Promise<number> {
  const { pool } = parts.app;
  const days = await listPartitionDays(pool, formatUtcDay(before));
  let packed = 0;
  for (const [index, day] of days.entries()) {
    const start = Date.parse(`${day}T00:00:00Z`);
    await parts.partitions.ensure('reading_block', [start]);
    await parts.partitions.ensure('reading_block_value', [start]);
    const sites = await listLooseSites(pool, [start, start + DAY_MS]);
    for (let from = 0; from < sites.length && !control.signal.aborted; from += sitesAtOnce) {
      const some = sites.slice(from, from + sitesAtOnce);
      packed += await transact(pool, (client) => packSites(client, parts, start, some));
      control.report(index + (from + sitesAtOnce) / sites.length, days.length);
    }
    if (control.signal.aborted) return packed;
    await dropEmptyDay(pool, day);
    control.report(index + 1, days.length);
  }
  return packed;
}

/** Runs in one transaction, so that a reading is either packed or loose. */
async function packSites(
  client: Connection,
  { app, directory }: PackingDeps,
  start: number,
  sites: number[],
): Promise<number> {
  await lockDay(client, start);
  const bounds = [start, start + DAY_MS] as const;
  const loose = await readLoose(client, sites, bounds, 'for update');
  const packed = await readBlocks(client, sites, bounds, 'all');
  const bySite = Map.groupBy(loose, ({ siteId }) => siteId);
  const days = new Map<number, Reading[]>();
  for (const [siteId, ofSite] of bySite) {
    const { readings, losses } = joinReadings(packed.get(siteId) ?? [], ofSite);
    days.set(siteId, readings);
    const entries = losses.flatMap((loss) => describeReplaced(loss, directory));
    if (entries.length > 0) await recordReplacedValues(client, app.clock, entries);
  }
  await replaceBlocks(client, formatUtcDay(start), days);
  await removeLoose(client, loose);
  return days.size;
}
