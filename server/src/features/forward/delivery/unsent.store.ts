import { HOUR_MS, SECOND_MS } from '@limpid/contract/durations';
import { beginSnapshot, type Pool, transact } from '../../../platform/db/transaction.ts';
import { countReadings, type ReadingSpan } from '../../reading/storage.api.ts';
import type { ForwardTarget } from '../target.ts';
import { eachOwnGaps, findGapStart, type Gap } from './gap.store.ts';
import { findLatestTime, type Lane, splitAroundAhead } from './lane.rule.ts';
import { readLanes } from './lane.store.ts';
import { addCounted, findFullHour, findOldestKept, type UnsentHours } from './unsent.rule.ts';

interface Unsent {
  hours: UnsentHours;
  /** The oldest reading within the limit in rows, if more than that are unsent. */
  oldestKept: number | undefined;
}

/**
 * Counts the readings in the gaps of a target, and those behind which its lanes wait, as while it is away. Reissues are
 * apart: they can be as old as they like.
 */
export async function countUnsent(
  pool: Pool,
  { targetId, maxRows, answerMs }: Pick<ForwardTarget, 'targetId' | 'maxRows' | 'answerMs'>,
  now: number,
): Promise<Unsent> {
  return transact(
    pool,
    async (client) => {
      const waiting = (await readLanes(client, targetId)).flatMap((lane) => toWaiting(lane, now, answerMs));
      const hours = await countReadings(client, waiting);
      for await (const gaps of eachOwnGaps(client, targetId))
        addCounted(hours, await countReadings(client, gaps.map(toSpan)));
      const full = findFullHour(hours, maxRows);
      if (!full) return { hours, oldestKept: undefined };
      const end = full.hour + HOUR_MS;
      const seconds = await countReadings(client, clip(waiting, full.hour, end - 1), SECOND_MS);
      for await (const gaps of eachOwnGaps(client, targetId, end)) {
        const spans = clip(gaps.map(toSpan), full.hour, end - 1);
        addCounted(seconds, await countReadings(client, spans, SECOND_MS));
      }
      return { hours, oldestKept: findOldestKept(seconds, full.room) ?? end };
    },
    { begin: beginSnapshot },
  );
}

const toSpan = (gap: Gap): ReadingSpan => ({ ...gap, from: findGapStart(gap) });

/** A packet that was sent lately is not behind: its answer may still come. */
function toWaiting(
  { siteId, kind, sentUntil, flight, ahead }: Lane,
  now: number,
  answerMs: number,
): ReadingSpan[] {
  const settled = flight && flight.qn > now - answerMs ? Math.max(sentUntil, flight.ts) : sentUntil;
  return splitAroundAhead({ siteId, kind, from: settled + 1, to: findLatestTime(now) }, ahead);
}

const clip = (spans: readonly ReadingSpan[], from: number, to: number): ReadingSpan[] =>
  spans
    .map((span) => ({ ...span, from: Math.max(span.from, from), to: Math.min(span.to, to) }))
    .filter((span) => span.from <= span.to);
