import { beginSnapshot, type Pool, transact } from '../../../platform/db/transaction.ts';
import { countReadings } from '../../reading/storage.api.ts';
import { readOwnGaps } from './gap.store.ts';
import { readLanes } from './lane.store.ts';
import type { UnsentHours } from './unsent.rule.ts';

/**
 * Counts the readings in the gaps of a target, and those behind which its lanes wait, as while it is away. Reissues are
 * apart: they can be as old as they like.
 */
export async function countUnsent(pool: Pool, targetId: number): Promise<UnsentHours> {
  return transact(
    pool,
    async (client) => {
      const lanes = await readLanes(client, targetId);
      const waiting = lanes.map(({ siteId, kind, sentUntil }) => ({
        siteId,
        kind,
        from: sentUntil + 1,
        to: Number.POSITIVE_INFINITY,
      }));
      return countReadings(client, [...(await readOwnGaps(client, targetId)), ...waiting]);
    },
    { begin: beginSnapshot },
  );
}
