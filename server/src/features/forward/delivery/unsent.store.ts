import { HOUR_MS, SECOND_MS } from '@limpid/contract/durations';
import { beginSnapshot, type Pool, transact } from '../../../platform/db/transaction.ts';
import { countReadings, type ReadingSpan } from '../../reading/storage.api.ts';
import type { ForwardTarget } from '../target.ts';
import { findGapStart, readOwnGaps } from './gap.store.ts';
import { findLatestTime, type Lane, splitAroundAhead } from './lane.rule.ts';
import { readLanes } from './lane.store.ts';
import { findFullHour, findOldestKept, type UnsentHours } from './unsent.rule.ts';

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
      const gaps = (await readOwnGaps(client, targetId)).map((gap) => ({ ...gap, from: findGapStart(gap) }));
      const spans = [...gaps, ...waiting];
      const hours = await countReadings(client, spans);
      const full = findFullHour(hours, maxRows);
      if (!full) return { hours, oldestKept: undefined };
      const end = full.hour + HOUR_MS;
      const seconds = await countReadings(client, clip(spans, full.hour, end - 1), SECOND_MS);
      return { hours, oldestKept: findOldestKept(seconds, full.room) ?? end };
    },
    { begin: beginSnapshot },
  );
}

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
