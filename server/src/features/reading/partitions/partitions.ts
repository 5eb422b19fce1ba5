import { DAY_MS } from '@limpid/contract/durations';
import type { Pool } from '../../../platform/db/transaction.ts';
import { addPartition, type PartitionedTable } from './partitions.store.ts';

/** Creates partitions on first use and caches which exist. */
export interface Partitions {
  ensure(table: PartitionedTable, moments: readonly number[]): Promise<void>;
  /** Clears the cache: another process may have dropped partitions. */
  clearCache(): void;
}

export function openPartitions(pool: Pool): Partitions {
  const existing = new Set<string>();
  return {
    async ensure(table, moments) {
      for (const day of new Set(moments.map((moment) => Math.floor(moment / DAY_MS)))) {
        const key = `${table} ${day}`;
        if (existing.has(key)) continue;
        await addPartition(pool, table, day * DAY_MS);
        existing.add(key);
      }
    },
    clearCache: () => existing.clear(),
  };
}
