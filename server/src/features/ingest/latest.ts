import { DAY_MS } from '@limpid/contract/durations';
import type { Pool } from '../../platform/db/transaction.ts';
import { bits, type Mark, numberOutOfRange, packetKind, type Reading } from '../reading/model.api.ts';
import { listLatestReadings } from './latest.store.ts';

/** The newest value of a channel at a site. */
interface LatestValue {
  slot: number;
  ts: number;
  /** Null where it is not valid; the flag tells why. */
  value: number | null;
  flag: string;
  /** The number that was sent, where it is outside the range of the channel and does not count. */
  outOfRange?: number | undefined;
}

/** The newest values of all sites, in memory: read at the start, then fed by whatever is stored, here or elsewhere. */
export interface Latest {
  /** Takes in readings that this process has stored. */
  add(readings: readonly Reading[]): void;
  /** Reads the newest readings of these sites from the database. */
  refresh(siteIds: readonly number[] | 'all'): Promise<void>;
  get(siteId: number): readonly LatestValue[];
  /** The sites that this process has stored readings of since it was last asked. */
  drainChanged(): number[];
  /** Watches for news, stored here or elsewhere: the answer gives the sites that have some since it was last asked. */
  watch(): () => number[];
}

type KnownValue = LatestValue & {
  rank: number;
  seen: number;
  /** When a person last changed it, else 0. */
  edited: number;
};

/** Means of an hour or a day are no news. */
const currentKinds = new Set<number>([packetKind.realtime, packetKind.minute]);
/** What is older is not shown as the newest value. */
const maxAgeMs = 2 * DAY_MS;

export function openLatest(pool: Pool, now: () => number): Latest {
  const sites = new Map<number, Map<number, KnownValue>>();
  const changed = new Set<number>();
  const watched: Set<number>[] = [];

  function applyReading(reading: Reading): void {
    if (!currentKinds.has(reading.kind)) return;
    const known = sites.get(reading.siteId) ?? new Map<number, KnownValue>();
    sites.set(reading.siteId, known);
    for (const news of watched) news.add(reading.siteId);
    const marks =
      reading.marks.length > 0 ? new Map(reading.marks.map((mark) => [mark.slot, mark])) : undefined;
    const { ts, rank } = reading;
    // A clock that is ahead must not hide what comes after it.
    const seen = Math.min(ts, now());
    for (const [index, slot] of reading.slots.entries()) {
      const before = known.get(slot);
      const mark = marks?.get(slot);
      const edited = mark?.edit?.rank ?? 0;
      if (before && isBehind({ ts, seen, rank, edited }, before)) continue;
      if (mark && isWithdrawnEntry(mark)) {
        if (before?.ts === ts && before.edited < edited) known.delete(slot);
        continue;
      }
      const entry = before ?? { slot, ts, seen, rank, edited, value: null, flag: 'N' };
      if (!before) known.set(slot, entry);
      entry.ts = ts;
      entry.seen = seen;
      entry.rank = rank;
      entry.edited = edited;
      entry.value = reading.values[index] ?? null;
      entry.flag = flagOf(mark);
      entry.outOfRange = mark && numberOutOfRange(mark);
    }
  }

  return {
    add(readings) {
      for (const reading of readings) {
        applyReading(reading);
        changed.add(reading.siteId);
      }
    },
    async refresh(siteIds) {
      for (const reading of await listLatestReadings(pool, siteIds, new Date(now() - maxAgeMs)))
        applyReading(reading);
    },
    get: (siteId) => [...(sites.get(siteId)?.values() ?? [])].map((entry) => ({ ...entry })),
    drainChanged: () => drain(changed),
    watch() {
      const news = new Set<number>();
      watched.push(news);
      return () => drain(news);
    },
  };
}

type Order = Pick<KnownValue, 'ts' | 'seen' | 'rank' | 'edited'>;

/** What a person has changed goes before all that is sent for the same moment. */
function isBehind(one: Order, known: Order): boolean {
  if (known.seen !== one.seen) return known.seen > one.seen;
  if (known.ts === one.ts && known.edited !== one.edited) return known.edited > one.edited;
  return known.rank > one.rank;
}

/** There was nothing but what a person has put there and taken back. */
function isWithdrawnEntry({ bits: why, edit }: Mark): boolean {
  return (why & bits.absent) !== 0 && edit?.withdrawn === true;
}

/** What a person has put there was entered by hand, whatever the device said of what was there before. */
function flagOf(mark: Mark | undefined): string {
  return mark?.edit && !mark.edit.withdrawn ? 'S' : (mark?.flag ?? 'N');
}

function drain(news: Set<number>): number[] {
  const taken = [...news];
  news.clear();
  return taken;
}
