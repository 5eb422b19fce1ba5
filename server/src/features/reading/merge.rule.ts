import { bits, isValidFlag, type Mark, type Reading, type ReadingKey, type ValueExtent } from './reading.ts';

/** A manual change of a value; a withdrawn one only keeps older changes from counting. */
export interface Edit {
  rank: number;
  withdrawn: boolean;
  value: number | null;
}

/** The value of one channel: as measured, and as changed manually. */
export interface Entry {
  slot: number;
  value: number | null;
  flag: string;
  bits: number;
  raw: number | null;
  rank: number;
  /** Min and Max that were sent with it. */
  extent?: ValueExtent;
  edit?: Edit;
}

/** A value that another with the same key has replaced. */
export interface Replaced {
  slot: number;
  lost: Entry;
  kept: Entry;
}

/** The values of a reading one by one. */
export function listEntries(reading: Reading): Entry[] {
  const marks = new Map(reading.marks.map((mark) => [mark.slot, mark]));
  const extents = reading.extremes && new Map(reading.extremes.map((extreme) => [extreme.slot, extreme]));
  return reading.slots.map((slot, index) => {
    const value = reading.values[index] ?? null;
    const mark = marks.get(slot);
    const entry: Entry = mark
      ? markedEntry(mark, value, reading.rank)
      : { slot, value, flag: 'N', bits: 0, raw: value, rank: reading.rank };
    const extent = extents?.get(slot);
    return extent ? { ...entry, extent: { low: extent.low, high: extent.high } } : entry;
  });
}

function markedEntry(mark: Mark, stored: number | null, rowRank: number): Entry {
  const { slot, flag, bits: why } = mark;
  const edited = mark.edit && { ...mark.edit, value: mark.edit.withdrawn ? null : stored };
  const value = edited && !edited.withdrawn ? edited.measured : stored;
  return {
    slot,
    value,
    flag,
    bits: why,
    raw: mark.raw ?? (why & (bits.unreadable | bits.absent) ? null : value),
    rank: why & bits.absent ? 0 : (mark.rank ?? rowRank),
    ...(edited && { edit: { rank: edited.rank, withdrawn: edited.withdrawn, value: edited.value } }),
  };
}

/** The value that counts. */
export function getEffectiveValue({ value, edit }: Entry): number | null {
  return edit && !edit.withdrawn ? edit.value : value;
}

/**
 * Merges two readings with the same key, value by value. The result does not depend on the order of packets and manual
 * changes. Equal values are not reported as replaced.
 */
export function mergeReadings(one: Reading, other: Reading): { merged: Reading; replaced: Replaced[] } {
  const bySlot = new Map(listEntries(one).map((entry) => [entry.slot, entry]));
  const replaced: Replaced[] = [];
  for (const entry of listEntries(other)) {
    const before = bySlot.get(entry.slot);
    if (!before) {
      bySlot.set(entry.slot, entry);
      continue;
    }
    const { kept, lost } = mergeMeasured(before, entry);
    const edit = laterEdit(before.edit, entry.edit);
    bySlot.set(entry.slot, edit ? { ...kept, edit } : kept);
    if (lost) replaced.push({ slot: entry.slot, kept, lost });
  }
  return { merged: joinEntries(one, [...bySlot.values()]), replaced };
}

/** Precedence of measured values: any value before none, a measurement before an import, then the higher rank. */
function mergeMeasured(before: Entry, entry: Entry): { kept: Entry; lost?: Entry } {
  const layer = (one: Entry) => (one.bits & bits.absent ? 0 : one.bits & bits.imported ? 1 : 2);
  const [lower, upper] = layer(before) < layer(entry) ? [before, entry] : [entry, before];
  if (layer(lower) !== layer(upper)) {
    const isLoss = layer(lower) > 0 && (!isSameValue(lower, upper) || lower.value !== upper.value);
    return isLoss ? { kept: upper, lost: lower } : { kept: upper };
  }
  // A repeat keeps the correction of its first arrival, even if settings have changed since.
  if (isSame(before, entry)) return { kept: { ...before, rank: Math.max(before.rank, entry.rank) } };
  const [kept, lost] = outranks(entry, before) ? [entry, before] : [before, entry];
  return isSameValue(before, entry) ? { kept } : { kept, lost };
}

function laterEdit(one: Edit | undefined, other: Edit | undefined): Edit | undefined {
  if (!one || !other) return one ?? other;
  if (one.rank !== other.rank) return one.rank > other.rank ? one : other;
  if (one.withdrawn !== other.withdrawn) return one.withdrawn ? one : other;
  return (one.value ?? -Infinity) >= (other.value ?? -Infinity) ? one : other;
}

/** Joins entries to a row; its rank is the highest, and entries with another rank keep it in their mark. */
export function joinEntries(place: ReadingKey, entries: Entry[]): Reading {
  const { siteId, kind, ts, hour } = place;
  const sorted = entries.toSorted((a, b) => a.slot - b.slot);
  const rank = sorted.reduce((most, entry) => Math.max(most, entry.rank), 0);
  const marks = sorted.flatMap((entry) => markOf(entry, rank));
  const extremes = sorted.flatMap(({ slot, extent }) => (extent ? [{ slot, ...extent }] : []));
  return {
    siteId,
    kind,
    ts,
    hour,
    rank,
    slots: sorted.map(({ slot }) => slot),
    values: sorted.map(getEffectiveValue),
    marks,
    ...(extremes.length > 0 && { extremes }),
  };
}

function markOf({ slot, value, flag, bits: why, raw, rank, edit }: Entry, rowRank: number): Mark[] {
  const plain = flag === 'N' && why === 0 && raw === value && rank === rowRank && !edit;
  if (plain) return [];
  const markRank = rank === rowRank || why & bits.absent ? null : rank;
  const mark: Mark = { slot, flag, bits: why, raw: raw === value ? null : raw, rank: markRank };
  if (!edit) return [mark];
  const measured = edit.withdrawn ? null : value;
  return [{ ...mark, edit: { rank: edit.rank, withdrawn: edit.withdrawn, measured } }];
}

/** The later QN wins, then the re-issued packet (both are in the rank); the rest only makes the order total. */
function outranks(entry: Entry, other: Entry): boolean {
  if (entry.rank !== other.rank) return entry.rank > other.rank;
  const [valid, otherValid] = [isValidFlag(entry.flag), isValidFlag(other.flag)];
  if (valid !== otherValid) return valid;
  if (entry.raw !== other.raw) return (entry.raw ?? -Infinity) > (other.raw ?? -Infinity);
  if (entry.flag !== other.flag) return entry.flag > other.flag;
  const [extent, otherExtent] = [extentOf(entry), extentOf(other)];
  if (extent.high !== otherExtent.high) return extent.high > otherExtent.high;
  return extent.low > otherExtent.low;
}

/** For comparison: a missing extreme counts as −∞. */
function extentOf({ extent }: Entry): { low: number; high: number } {
  return { low: extent?.low ?? -Infinity, high: extent?.high ?? -Infinity };
}

function isSame(entry: Entry, other: Entry): boolean {
  const [extent, otherExtent] = [extentOf(entry), extentOf(other)];
  return isSameValue(entry, other) && extent.low === otherExtent.low && extent.high === otherExtent.high;
}

function isSameValue(entry: Entry, other: Entry): boolean {
  return entry.raw === other.raw && entry.flag === other.flag;
}

/** Whether two readings with the same key would be stored identically. */
export function isSameReading(one: Reading, other: Reading): boolean {
  return describeReading(one) === describeReading(other);
}

function describeReading(reading: Reading): string {
  return JSON.stringify(joinEntries(reading, listEntries(reading)));
}
