import type { Pool } from '../../platform/db/transaction.ts';
import { listNewest } from './latest.store.ts';
import type { Reading } from './reading.ts';

/** The newest value of a channel at a site. */
interface LatestValue {
  slot: number;
  ts: number;
  /** Null where it is not valid; the flag tells why. */
  value: number | null;
  flag: string;
}

/** The newest values of all sites, in memory: read at the start, then fed by whatever is stored, here or elsewhere. */
export interface Latest {
  /** Takes in readings that this process has stored. */
  note(readings: readonly Reading[]): void;
  /** Reads the newest readings of these sites from the database. */
  refresh(siteIds: readonly number[] | 'all'): Promise<void>;
  get(siteId: number): readonly LatestValue[];
  /** The sites that this process has stored readings of since it was last asked. */
  takeChanged(): number[];
}

type Known = LatestValue & { rank: number; seen: number };

/** Means of an hour or a day are no news. */
const current = new Set<number>([2011, 2051]);
/** What is older is not shown as the newest value. */
const reachMs = 2 * 86_400_000;

export function openLatest(pool: Pool, now: () => number): Latest {
  const sites = new Map<number, Map<number, Known>>();
  const changed = new Set<number>();

  function take(reading: Reading): void {
    if (!current.has(reading.kind)) return;
    const known = sites.get(reading.siteId) ?? new Map<number, Known>();
    sites.set(reading.siteId, known);
    const flags =
      reading.marks.length > 0 ? new Map(reading.marks.map(({ slot, flag }) => [slot, flag])) : undefined;
    const { ts, rank } = reading;
    // A clock that is ahead must not hide what comes after it.
    const seen = Math.min(ts, now());
    for (const [index, slot] of reading.slots.entries()) {
      const before = known.get(slot);
      if (before && (before.seen > seen || (before.seen === seen && before.rank > rank))) continue;
      const entry = before ?? { slot, ts, seen, rank, value: null, flag: 'N' };
      if (!before) known.set(slot, entry);
      entry.ts = ts;
      entry.seen = seen;
      entry.rank = rank;
      entry.value = reading.values[index] ?? null;
      entry.flag = flags?.get(slot) ?? 'N';
    }
  }

  return {
    note(readings) {
      for (const reading of readings) {
        take(reading);
        changed.add(reading.siteId);
      }
    },
    async refresh(siteIds) {
      for (const reading of await listNewest(pool, siteIds, new Date(now() - reachMs))) take(reading);
    },
    get: (siteId) => [...(sites.get(siteId)?.values() ?? [])].map((entry) => ({ ...entry })),
    takeChanged() {
      const taken = [...changed];
      changed.clear();
      return taken;
    },
  };
}
