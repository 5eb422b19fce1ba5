import type { Connection } from '../../../platform/db/transaction.ts';
import { measureReadings } from '../../reading/storage.api.ts';
import { type Changes, findLane } from './changes.ts';
import { advanceGaps, findGapStart, readOwnGaps } from './gap.store.ts';
import { type Lane, laneKey } from './lane.rule.ts';

/** Gives up the readings of a target before a moment: those in its gaps, and those behind which its lanes wait. */
export async function giveUp(
  client: Connection,
  changes: Changes,
  cutoff: number | undefined,
): Promise<void> {
  if (cutoff === undefined) return;
  const { delivery } = changes;
  const old = (await readOwnGaps(client, delivery.target.targetId)).filter(({ from }) => from < cutoff);
  await advanceGaps(
    client,
    old.map(({ gapId }) => ({ gapId, from: cutoff, settled: 0 })),
  );
  for (const { gapId, flight } of old) if (!flight || flight.ts < cutoff) changes.givenUpGaps.add(gapId);
  const ofGaps = old.map((gap) => {
    const { targetId, siteId, kind, to } = gap;
    return {
      targetId,
      siteId,
      kind,
      after: gap.from - 1,
      from: findGapStart(gap),
      to: Math.min(to, cutoff - 1),
    };
  });
  const ofLanes = listWaiting(changes, cutoff);
  const found = await measureReadings(client, [...ofGaps, ...ofLanes]);
  for (const [{ targetId, siteId, kind, after }, { count, oldest, newest }] of found) {
    changes.skipped += count;
    changes.skippedSpans.push({ targetId, siteId, kind, after, first: oldest, last: newest });
  }
  for (const span of ofLanes) {
    const { lane } = span;
    // No further than the last of them: an hour that began before and arrives later is not late.
    const sentUntil = found.get(span)?.newest ?? span.from - 1;
    if (sentUntil > lane.sentUntil) changes.lanes.set(laneKey(lane), { ...lane, sentUntil });
  }
}

/** What waits in the lanes of a target before a moment. What was sent before is tried until it is accepted or parked. */
function listWaiting(changes: Changes, cutoff: number) {
  const lanes = [...changes.delivery.lanes.keys()].flatMap((key): Lane[] => {
    const lane = findLane(changes, key);
    return lane && lane.sentUntil < cutoff - 1 ? [lane] : [];
  });
  return lanes.flatMap((lane) => {
    const { targetId, siteId, kind, sentUntil, flight } = lane;
    const from = Math.max(sentUntil, flight?.ts ?? sentUntil) + 1;
    return from < cutoff ? [{ lane, targetId, siteId, kind, after: from - 1, from, to: cutoff - 1 }] : [];
  });
}
