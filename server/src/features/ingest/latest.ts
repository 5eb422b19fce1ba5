import { DAY_MS } from '@limpid/contract/durations';
import type { Pool } from '../../platform/db/transaction.ts';
import { bits, type Mark, numberOutOfRange, packetKind, type Reading } from '../reading/model.api.ts';
import { listLatestReadings } from './latest.store.ts';

/** The latest value of a channel at a site. */
export interface LatestValue {
  slot: number;
  ts: number;
  /** Null if it is not valid; the flag gives the reason. */
  value: number | null;
  flag: string;
  /** The number that was sent, if it is outside the range of the channel and does not count. */
  outOfRange?: number | undefined;
}

/** The latest values of all sites, in memory: read at the start, then updated by every stored reading of any process. */
export interface Latest {
  /** Adds readings that this process has stored. */
  add(readings: readonly Reading[]): void;
  /** Reads the newest readings of these sites from the database. */
  refresh(siteIds: readonly number[] | 'all'): Promise<void>;
  get(siteId: number): readonly LatestValue[];
  /** The same values without copies, for passes over all sites; they change with the next reading. */
  peek(siteId: number): Iterable<Readonly<LatestValue>>;
  /** Returns the sites with readings stored by this process since the last call. */
  drainChanged(): number[];
  /** Returns a function that lists the sites with newer values since its last call, whichever process stored them. */
  watch(): () => number[];
}

type KnownValue = LatestValue & {
  rank: number;
  seen: number;
  /** The time of the last manual change, or 0. */
  edited: number;
};

/** Means of an hour or a day are not shown as latest values. */
const currentKinds = new Set<number>([packetKind.realtime, packetKind.minute]);
/** Older readings are not shown as latest values. */
const maxAgeMs = 2 * DAY_MS;

export function openLatest(pool: Pool, now: () => number): Latest {
  const sites = new Map<number, Map<number, KnownValue>>();
  const changed = new Set<number>();
  const watched: Set<number>[] = [];

  function applyReading(reading: Reading): void {
    if (!currentKinds.has(reading.kind)) return;
    const values = sites.get(reading.siteId) ?? new Map<number, KnownValue>();
    sites.set(reading.siteId, values);
    for (const changed of watched) changed.add(reading.siteId);
    const marks =
      reading.marks.length > 0 ? new Map(reading.marks.map((mark) => [mark.slot, mark])) : undefined;
    const { ts, rank } = reading;
    // A reading from a clock that is ahead must not hide later ones.
    const seen = Math.min(ts, now());
    for (const [index, slot] of reading.slots.entries()) {
      const before = values.get(slot);
      const mark = marks?.get(slot);
      const edited = mark?.edit?.rank ?? 0;
      if (before && isBehind({ ts, seen, rank, edited }, before)) continue;
      if (mark && isWithdrawnEntry(mark)) {
        if (before?.ts === ts && before.edited < edited) values.delete(slot);
        continue;
      }
      const entry = before ?? { slot, ts, seen, rank, edited, value: null, flag: 'N' };
      if (!before) values.set(slot, entry);
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
    peek: (siteId) => sites.get(siteId)?.values() ?? [],
    drainChanged: () => drain(changed),
    watch() {
      const changed = new Set<number>();
      watched.push(changed);
      return () => drain(changed);
    },
  };
}

type Order = Pick<KnownValue, 'ts' | 'seen' | 'rank' | 'edited'>;

/** A manual change takes precedence over packets for the same moment. */
function isBehind(one: Order, stored: Order): boolean {
  if (stored.seen !== one.seen) return stored.seen > one.seen;
  if (stored.ts === one.ts && stored.edited !== one.edited) return stored.edited > one.edited;
  return stored.rank > one.rank;
}

/** Whether the entry consists only of a withdrawn manual value. */
function isWithdrawnEntry({ bits: why, edit }: Mark): boolean {
  return (why & bits.absent) !== 0 && edit?.withdrawn === true;
}

/** A manual value has flag S, whatever flag the measured value had. */
function flagOf(mark: Mark | undefined): string {
  return mark?.edit && !mark.edit.withdrawn ? 'S' : (mark?.flag ?? 'N');
}

function drain(changed: Set<number>): number[] {
  const taken = [...changed];
  changed.clear();
  return taken;
}
