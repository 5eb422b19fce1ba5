import { bits, isValidFlag, type Mark, type Place, type Reading } from './reading.ts';

/** One channel's value with all that is known about it. */
export interface Entry {
  slot: number;
  value: number | null;
  flag: string;
  bits: number;
  raw: number | null;
  rank: number;
}

/** A value that had to go for another of the same place. */
export interface Replaced {
  slot: number;
  lost: Entry;
  kept: Entry;
}

/** The values of a reading one by one. */
export function entriesOf(reading: Reading): Entry[] {
  const marks = new Map(reading.marks.map((mark) => [mark.slot, mark]));
  return reading.slots.map((slot, index) => {
    const value = reading.values[index] ?? null;
    const mark = marks.get(slot);
    return {
      slot,
      value,
      flag: mark?.flag ?? 'N',
      bits: mark?.bits ?? 0,
      raw: mark ? (mark.raw ?? (isUnreadable(mark) ? null : value)) : value,
      rank: mark?.rank ?? reading.rank,
    };
  });
}

function isUnreadable(mark: Mark): boolean {
  return (mark.bits & bits.unreadable) !== 0;
}

/**
 * Two readings of one place made one, value by value. Whatever the order in which packets come, the same values stay:
 * the order of `outranks` is total. What is the same in both is no loss, whichever packet brought it.
 */
export function mergeReadings(one: Reading, other: Reading): { merged: Reading; replaced: Replaced[] } {
  const bySlot = new Map(entriesOf(one).map((entry) => [entry.slot, entry]));
  const replaced: Replaced[] = [];
  for (const entry of entriesOf(other)) {
    const before = bySlot.get(entry.slot);
    if (before && isSame(before, entry)) {
      // Corrected and judged when it first came: what is set otherwise since then does not change it.
      bySlot.set(entry.slot, { ...before, rank: Math.max(before.rank, entry.rank) });
      continue;
    }
    const kept = before && !outranks(entry, before) ? before : entry;
    bySlot.set(entry.slot, kept);
    if (before) replaced.push({ slot: entry.slot, kept, lost: kept === entry ? before : entry });
  }
  return { merged: joinEntries(one, [...bySlot.values()]), replaced };
}

/** The row of these values; its rank is the highest, and what has another says so itself. */
export function joinEntries(place: Place, entries: Entry[]): Reading {
  const { siteId, kind, ts, hour } = place;
  const sorted = entries.toSorted((a, b) => a.slot - b.slot);
  const rank = sorted.reduce((most, entry) => Math.max(most, entry.rank), 0);
  const marks = sorted.flatMap((entry) => markOf(entry, rank));
  return {
    siteId,
    kind,
    ts,
    hour,
    rank,
    slots: sorted.map(({ slot }) => slot),
    values: sorted.map(({ value }) => value),
    marks,
  };
}

function markOf({ slot, value, flag, bits: why, raw, rank }: Entry, rowRank: number): Mark[] {
  const plain = flag === 'N' && why === 0 && raw === value && rank === rowRank;
  if (plain) return [];
  return [{ slot, flag, bits: why, raw: raw === value ? null : raw, rank: rank === rowRank ? null : rank }];
}

/** The later QN, then the re-issued one (both in the rank); after that only so that every order ends alike. */
function outranks(entry: Entry, other: Entry): boolean {
  if (entry.rank !== other.rank) return entry.rank > other.rank;
  const [valid, otherValid] = [isValidFlag(entry.flag), isValidFlag(other.flag)];
  if (valid !== otherValid) return valid;
  if (entry.raw !== other.raw) return (entry.raw ?? -Infinity) > (other.raw ?? -Infinity);
  return entry.flag > other.flag;
}

function isSame(entry: Entry, other: Entry): boolean {
  return entry.raw === other.raw && entry.flag === other.flag;
}

/** Whether two readings of one place would be stored alike. */
export function isSameReading(one: Reading, other: Reading): boolean {
  return describeReading(one) === describeReading(other);
}

function describeReading(reading: Reading): string {
  return JSON.stringify(joinEntries(reading, entriesOf(reading)));
}
