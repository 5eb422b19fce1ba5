import type { Pool } from '../../platform/db/transaction.ts';
import { formatUtcDay, listPartitionsBefore } from '../reading/storage.api.ts';
import { clusterPartition, isClustered } from './cluster-hours.store.ts';

/**
 * Hours are stored as they end, all sites side by side, so a year of one site is spread over as many pages as it has hours. Months
 * that ended before `before` are ordered by site, once each. A month that is locked by others is left for the
 * next run. Returns the number of ordered months.
 */
export async function clusterHours(pool: Pool, before: number, signal: AbortSignal): Promise<number> {
  let ordered = 0;
  for (const name of await listPartitionsBefore(pool, 'reading_hour', formatUtcDay(before))) {
    if (signal.aborted) break;
    if (!(await isClustered(pool, name)) && (await clusterPartition(pool, name, signal))) ordered++;
  }
  return ordered;
}
