import type { Connection } from '../../../platform/db/transaction.ts';
import { readFollowing } from '../../reading/storage.api.ts';
import { findCurrentSince, type Lane, startLane } from './lane.rule.ts';
import { readUnstartedLanes } from './lane.store.ts';

/**
 * The new lanes of some targets for which readings are stored since: they begin with the first of these, whether or not its
 * arrival was noted. Nothing was stored when such a lane was made.
 */
export async function startLanes(
  client: Connection,
  targetIds: readonly number[],
  now: number,
): Promise<Lane[]> {
  if (targetIds.length === 0) return [];
  const lanes = await readUnstartedLanes(client, targetIds);
  const found = await readFollowing(
    client,
    lanes.map(({ siteId, kind, createdAt }) => ({ siteId, kind, after: findCurrentSince(kind, createdAt) })),
    1,
  );
  return lanes.flatMap(({ targetId, siteId, kind }, at) => {
    const [first] = found[at] ?? [];
    return first ? [startLane({ targetId }, { siteId, kind, ts: first.ts }, now)] : [];
  });
}
