import { HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import { liesWithin, type Slot } from './find-missing.rule.ts';

/** An earlier request for a period. */
export interface EndedRequest extends Slot {
  endedAt: number;
}

/** How long after each request for a row the next one may follow; after the last there is none. */
const pauses = [30 * MINUTE_MS, 3 * HOUR_MS];

/** A site is looked at this often. */
const siteEveryMs = 10 * MINUTE_MS;
/** Turns in that time, a few less than there are minutes in it. */
const turns = 8;
const leastAtOnce = 20;

/**
 * The sites of one turn, so that requests under way are followed in between: those that were looked at longest ago, and so
 * many that all have their turn in time.
 */
export function selectDueSites(
  sites: readonly number[],
  lookedAt: ReadonlyMap<number, number>,
  now: number,
): number[] {
  const findLook = (siteId: number) => lookedAt.get(siteId) ?? 0;
  return sites
    .filter((siteId) => now - findLook(siteId) >= siteEveryMs)
    .toSorted((one, other) => findLook(one) - findLook(other))
    .slice(0, Math.max(leastAtOnce, Math.ceil(sites.length / turns)));
}

/** The missing rows that the platform asks for by itself now. */
export function selectDue(slots: readonly Slot[], attempts: readonly EndedRequest[], now: number): Slot[] {
  return slots.filter((slot) => {
    const earlier = attempts.filter((attempt) => liesWithin(slot, attempt));
    if (earlier.length === 0) return true;
    const pause = pauses[earlier.length - 1];
    return pause !== undefined && now - Math.max(...earlier.map(({ endedAt }) => endedAt)) >= pause;
  });
}
