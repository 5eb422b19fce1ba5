import { correctValue } from './correct.rule.ts';
import type { Coefficient, DeviceChannel } from './device.ts';
import { type Entry, entriesOf, joinEntries } from './merge.rule.ts';
import { bits, isWithin, type Reading } from './reading.ts';

/** A channel whose range has become wider, with the K and B of one site. */
export interface Recheck {
  channel: DeviceChannel;
  coefficients: readonly Coefficient[] | undefined;
}

/** Whether a reading has a number that was out of range and no longer is. */
export function needsRecheck({ marks }: Reading, rechecks: ReadonlyMap<number, Recheck>): boolean {
  return marks.some((mark) => {
    const recheck = rechecks.get(mark.slot);
    return recheck !== undefined && mark.bits & bits.range && mark.raw !== null
      ? isWithin(mark.raw, recheck.channel.min, recheck.channel.max)
      : false;
  });
}

/** The reading with its numbers judged by the range that their channels have now; ranks and corrections stay. */
export function recheckReading(reading: Reading, rechecks: ReadonlyMap<number, Recheck>): Reading {
  const entries = entriesOf(reading).map((entry) =>
    recheckEntry(entry, reading.ts, rechecks.get(entry.slot)),
  );
  return joinEntries(reading, entries);
}

function recheckEntry(entry: Entry, ts: number, recheck: Recheck | undefined): Entry {
  // Below a correction as well: undone, what was measured counts.
  const { raw } = entry;
  if (!recheck || raw === null || !(entry.bits & bits.range)) return entry;
  const { channel, coefficients } = recheck;
  if (!isWithin(raw, channel.min, channel.max)) return entry;
  const why = entry.bits & ~bits.range;
  if (why & bits.imported) return { ...entry, bits: why, value: raw };
  return { ...entry, bits: why, value: correctValue(raw, entry.flag, channel, coefficients, ts).value };
}
