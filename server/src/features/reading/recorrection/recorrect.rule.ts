import { correctValue } from '../correct.rule.ts';
import type { DatedCoefficient, DeviceChannel } from '../device.ts';
import { type Entry, joinEntries, listEntries } from '../merge.rule.ts';
import { bits, isValidFlag, type Reading, type ValueExtent } from '../reading.ts';

/** A channel of a site whose K and B have changed for the past. */
export interface Recorrection {
  channel: DeviceChannel;
  coefficients: readonly DatedCoefficient[];
  /** What counted there before: Min and Max are stored corrected only. */
  replaced: readonly DatedCoefficient[];
}

const uncorrected = bits.range | bits.unreadable | bits.absent | bits.imported;

/** The reading with the value that K and B make now of what was sent; undefined if nothing changes. Changes of people stay. */
export function recorrectReading(reading: Reading, recorrection: Recorrection): Reading | undefined {
  const { slot } = recorrection.channel;
  if (!reading.slots.includes(slot)) return undefined;
  const entries = listEntries(reading);
  const corrected = entries.map((entry) =>
    entry.slot === slot ? recorrectEntry(entry, reading.ts, recorrection) : entry,
  );
  return corrected.some((entry, place) => entry !== entries[place])
    ? joinEntries(reading, corrected)
    : undefined;
}

function recorrectEntry(entry: Entry, ts: number, { channel, coefficients, replaced }: Recorrection): Entry {
  const { raw, flag, extent } = entry;
  if (raw === null || entry.bits & uncorrected || !isValidFlag(flag)) return entry;
  const { value } = correctValue(raw, flag, channel, coefficients, ts);
  if (value === null || value === entry.value) return entry;
  const before = lineAt(replaced, ts);
  const now = lineAt(coefficients, ts);
  // Not clamped, so that the way back is exact; out of range they do not count.
  const move = (stored: number | null) =>
    stored === null ? null : Math.fround(now.k * ((stored - before.b) / before.k) + now.b);
  const moved: ValueExtent | undefined = extent && { low: move(extent.low), high: move(extent.high) };
  return { ...entry, value, ...(moved && { extent: moved }) };
}

function lineAt(lines: readonly DatedCoefficient[], ts: number): { k: number; b: number } {
  return lines.findLast(({ since }) => since <= ts) ?? { k: 1, b: 0 };
}
