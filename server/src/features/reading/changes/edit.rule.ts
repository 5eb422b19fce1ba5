import { type Edit, type Entry, joinEntries, listEntries } from '../merge.rule.ts';
import { bits, type Reading, type ReadingKey } from '../reading.ts';

/** A manual change: another value, none, or back to the measured value. */
export type RequestedValue = { value: number | null } | { withdrawn: true };

export function findEntry(reading: Reading | undefined, slot: number): Entry | undefined {
  return reading && listEntries(reading).find((entry) => entry.slot === slot);
}

/** An entry without a measured value. */
function absentEntry(slot: number): Entry {
  return { slot, value: null, flag: 'N', bits: bits.absent, raw: null, rank: 0 };
}

/**
 * One manually changed value of a reading, with the measured value below; the other values are left out. It takes
 * precedence over every known change, whatever the clocks say.
 */
export function editValue(
  place: ReadingKey,
  stored: Reading | undefined,
  slot: number,
  requested: RequestedValue,
  now: number,
): Reading {
  const entry = findEntry(stored, slot) ?? absentEntry(slot);
  const rank = Math.max(now, (entry.edit?.rank ?? 0) + 1);
  const edit: Edit =
    'withdrawn' in requested
      ? { rank, withdrawn: true, value: null }
      : { rank, withdrawn: false, value: requested.value };
  return joinEntries(place, [{ ...entry, edit }]);
}

/** An imported value without a measured one; outside the range of its channel it is kept and does not count. */
export function importedEntry(slot: number, value: number, inRange = true): Entry {
  const why = bits.imported | (inRange ? 0 : bits.range);
  return { slot, value: inRange ? value : null, flag: 'N', bits: why, raw: value, rank: 0 };
}

/** Whether a manual change is in force. */
export function isEdited({ edit }: Entry): boolean {
  return edit !== undefined && !edit.withdrawn;
}

export function isMeasured(entry: Entry): boolean {
  return (entry.bits & bits.absent) === 0;
}
