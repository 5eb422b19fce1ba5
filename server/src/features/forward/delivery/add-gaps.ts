import type { Connection } from '../../../platform/db/transaction.ts';
import { findSpansWithReadings, type ReadingSpan } from '../../reading/storage.api.ts';
import type { NewGap } from './lane.rule.ts';
import { extendGaps, findUncovered, type GapBefore, insertGaps } from './new-gap.store.ts';

/** A new gap that may go on with the one before it: one that is stored, or another new one. */
interface Joinable {
  gap: NewGap;
  before: GapBefore | NewGap;
  between: ReadingSpan;
}

/**
 * Adds gaps, except where another gap covers them already. One that follows a gap of the same reason, with no reading in
 * between, makes that longer: late readings of hours are one gap and not one for each.
 */
export async function addGaps(client: Connection, gaps: readonly NewGap[]): Promise<void> {
  if (gaps.length === 0) return;
  const uncovered = await findUncovered(client, gaps);
  const lanes = Map.groupBy(
    uncovered,
    ({ gap: { targetId, siteId, kind, reason } }) => `${targetId} ${siteId} ${kind} ${reason}`,
  );
  const joinable = [...lanes.values()].flatMap(listJoinable);
  const spans = joinable.map(({ between }) => between).filter(({ from, to }) => from <= to);
  const stored = await findSpansWithReadings(client, spans);
  const extended = new Set<GapBefore>();
  /** The gap that each new one has become a part of. */
  const parts = new Map<NewGap, GapBefore | NewGap>();
  for (const { gap, before, between } of joinable) {
    if (stored.has(between)) continue;
    const whole = 'gapId' in before ? before : (parts.get(before) ?? before);
    whole.to = gap.to;
    parts.set(gap, whole);
    if ('gapId' in whole) extended.add(whole);
  }
  await extendGaps(client, [...extended]);
  await insertGaps(
    client,
    uncovered.flatMap(({ gap }) => (parts.has(gap) ? [] : [gap])),
  );
}

/** Of one lane and reason. */
function listJoinable(all: readonly { gap: NewGap; before: GapBefore | undefined }[]): Joinable[] {
  const known = new Map<number, GapBefore>();
  let last: NewGap | undefined;
  return all
    .toSorted((one, other) => one.gap.from - other.gap.from)
    .flatMap(({ gap, before: stored }): Joinable[] => {
      const previous = last;
      if (!previous || gap.to > previous.to) last = gap;
      if (gap.isAhead) return [];
      // Several new gaps may follow the same stored one.
      const own = stored && (known.get(stored.gapId) ?? stored);
      if (own) known.set(own.gapId, own);
      const before = own && own.to >= (previous?.to ?? Number.NEGATIVE_INFINITY) ? own : previous;
      if (!before || before.to >= gap.from) return [];
      const { siteId, kind } = gap;
      return [{ gap, before, between: { siteId, kind, from: before.to + 1, to: gap.from - 1 } }];
    });
}
