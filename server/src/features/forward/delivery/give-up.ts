import type { Connection } from '../../../platform/db/transaction.ts';
import { countReadings, type ReadingSpan } from '../../reading/storage.api.ts';
import { type Changes, findLane } from './changes.ts';
import { advanceGaps, readOwnGaps } from './gap.store.ts';
import { sumUnsent } from './unsent.rule.ts';

/** Gives up the readings of a target before a moment: those in its gaps, and those behind which its lanes wait. */
export async function giveUp(
  client: Connection,
  changes: Changes,
  cutoff: number | undefined,
): Promise<void> {
  if (cutoff === undefined) return;
  const { delivery } = changes;
  const old = (await readOwnGaps(client, delivery.target.targetId)).filter(({ from }) => from < cutoff);
  const spans: ReadingSpan[] = old.map((gap) => ({ ...gap, to: Math.min(gap.to, cutoff - 1) }));
  await advanceGaps(
    client,
    old.map(({ gapId }) => ({ gapId, from: cutoff, settled: 0 })),
  );
  for (const { gapId, flight } of old) if (!flight || flight.ts < cutoff) changes.givenUpGaps.add(gapId);
  for (const key of delivery.lanes.keys()) {
    const lane = findLane(changes, key);
    if (!lane || lane.sentUntil >= cutoff - 1) continue;
    const { siteId, kind, sentUntil, flight } = lane;
    // What was sent before is tried until it is accepted or parked.
    spans.push({ siteId, kind, from: Math.max(sentUntil, flight?.ts ?? sentUntil) + 1, to: cutoff - 1 });
    changes.lanes.set(key, { ...lane, sentUntil: cutoff - 1 });
  }
  changes.skipped += sumUnsent(await countReadings(client, spans));
}
