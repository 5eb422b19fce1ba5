import type { Connection } from '../../../platform/db/transaction.ts';
import { type MeasuredReadings, measureReadings, type ReadingSpan } from '../../reading/storage.api.ts';
import { type Changes, findLane } from './changes.ts';
import { advanceGaps, eachOwnGaps, findGapStart, type Gap } from './gap.store.ts';
import { type Lane, laneKey } from './lane.rule.ts';

/** Gives up the readings of a target before a moment: those in its gaps, and those behind which its lanes wait. */
export async function giveUp(
  client: Connection,
  changes: Changes,
  cutoff: number | undefined,
): Promise<void> {
  if (cutoff === undefined) return;
  const { delivery } = changes;
  for await (const gaps of eachOwnGaps(client, delivery.target.targetId, cutoff))
    await giveUpGaps(client, changes, gaps, cutoff);
  const ofLanes = listWaiting(changes, cutoff);
  const found = await skip(client, changes, ofLanes);
  for (const span of ofLanes) {
    const { lane } = span;
    // No further than the last of them: an hour that began before and arrives later is not late.
    const sentUntil = found.get(span)?.newest ?? span.from - 1;
    if (sentUntil > lane.sentUntil) changes.lanes.set(laneKey(lane), { ...lane, sentUntil });
  }
}

async function giveUpGaps(
  client: Connection,
  changes: Changes,
  gaps: readonly Gap[],
  cutoff: number,
): Promise<void> {
  for (const { gapId, flight } of gaps) if (!flight || flight.ts < cutoff) changes.givenUpGaps.add(gapId);
  const spans = gaps.map((gap) => {
    const { gapId, targetId, siteId, kind, to } = gap;
    const end = Math.min(to, cutoff - 1);
    return {
      gapId,
      isOver: to < cutoff,
      targetId,
      siteId,
      kind,
      after: gap.from - 1,
      from: findGapStart(gap),
      to: end,
    };
  });
  const found = await skip(client, changes, spans);
  await advanceGaps(
    client,
    // No further than the last of them, so that what is skipped next follows it.
    spans.map((span) => {
      const until = span.isOver ? span.to : (found.get(span)?.newest ?? span.after);
      return { gapId: span.gapId, from: until + 1, settled: 0 };
    }),
  );
}

/** Notes the readings of spans as skipped. */
async function skip<S extends ReadingSpan & { targetId: number; after: number }>(
  client: Connection,
  changes: Changes,
  spans: readonly S[],
): Promise<Map<S, MeasuredReadings>> {
  const found = await measureReadings(client, spans);
  for (const [{ targetId, siteId, kind, after }, { count, oldest, newest }] of found) {
    changes.skipped += count;
    changes.skippedSpans.push({ targetId, siteId, kind, after, first: oldest, last: newest });
  }
  return found;
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
