import { applyCoefficients, correctValue } from '../correct.rule.ts';
import type { DatedCoefficient, DeviceChannel } from '../device.ts';
import { type Entry, joinEntries, listEntries } from '../merge.rule.ts';
import { bits, isValidFlag, isWithin, type Mark, type Reading } from '../reading.ts';

/** A channel whose range has changed, with the K and B of one site. */
export interface Recheck {
  channel: DeviceChannel;
  coefficients: readonly DatedCoefficient[] | undefined;
  /** The previous limits of the channel, to which values may have been clamped. */
  oldLimits: readonly number[];
}

type Rechecks = ReadonlyMap<number, Recheck>;

/** Whether a recheck may change a reading, by its marks and by the values of the slots from `listUnmarked`. */
export function mayChange(reading: Reading, rechecks: Rechecks): boolean {
  const { marks, ts, slots, values } = reading;
  const isMarked = marks.some((mark) => {
    const recheck = rechecks.get(mark.slot);
    const raw = mark.raw ?? mark.edit?.measured ?? null;
    if (!recheck || raw === null) return false;
    if (mark.bits & bits.range) return isWithin(raw, recheck.channel.min, recheck.channel.max);
    return findLimits({ ...mark, raw }, ts, recheck).length > 0;
  });
  return (
    isMarked ||
    slots.some((slot, index) => {
      const [recheck, value] = [rechecks.get(slot), values[index]];
      return recheck !== undefined && recheck.oldLimits.some((limit) => Math.fround(limit) === value);
    })
  );
}

/** Limits by slot. */
export type Limits = ReadonlyMap<number, readonly number[]>;

/**
 * By slot, the old limits at which values may be stored without a mark: a value that was sent as the limit itself and clamped
 * to it is stored as it was sent.
 */
export function listUnmarked(rechecks: Rechecks): Limits {
  const unmarked = new Map<number, number[]>();
  for (const [slot, { coefficients = [], oldLimits }] of rechecks) {
    const limits = oldLimits
      .map(Math.fround)
      .filter((limit) => coefficients.some(({ k, b }) => Math.fround(k * limit + b) !== limit));
    if (limits.length > 0) unmarked.set(slot, [...new Set(limits)]);
  }
  return unmarked;
}

/** Whether a reading has a number out of range, so that its hour has a mark. */
export function hasNumberOutOfRange({ marks }: Pick<Reading, 'marks'>, rechecks: Rechecks): boolean {
  return marks.some((mark) => rechecks.has(mark.slot) && (mark.bits & bits.range) !== 0);
}

/** The reading checked against the current ranges of its channels; undefined if nothing changes. */
export function recheckReading(reading: Reading, rechecks: Rechecks): Reading | undefined {
  const entries = listEntries(reading);
  const rechecked = entries.map((entry) => recheckEntry(entry, reading.ts, rechecks.get(entry.slot)));
  return rechecked.some((entry, place) => entry !== entries[place])
    ? joinEntries(reading, rechecked)
    : undefined;
}

/** Also checks values below a manual change, which count again if it is undone. Ranks and changes stay. */
function recheckEntry(entry: Entry, ts: number, recheck: Recheck | undefined): Entry {
  const { raw } = entry;
  if (!recheck || raw === null) return entry;
  const { channel, coefficients } = recheck;
  if (!isWithin(raw, channel.min, channel.max)) return entry;
  if (entry.bits & bits.range) {
    const why = entry.bits & ~bits.range;
    if (why & bits.imported) return { ...entry, bits: why, value: raw };
    return { ...entry, bits: why, value: correctValue(raw, entry.flag, channel, coefficients, ts).value };
  }
  const limit = findLimits({ ...entry, raw }, ts, recheck).find((one) => one === entry.value);
  const { value } = correctValue(raw, entry.flag, channel, coefficients, ts);
  if (limit === undefined || value === null) return entry;
  // A narrower range does not change stored values.
  const wanted = applyCoefficients(raw, coefficients, ts);
  return Math.abs(wanted - value) < Math.abs(wanted - limit) ? { ...entry, value } : entry;
}

/** The old limits at which a value may have been stored, because K and B exceeded them. */
function findLimits(
  { raw, bits: why, flag }: Pick<Mark, 'bits' | 'flag'> & { raw: number },
  ts: number,
  { coefficients, oldLimits }: Recheck,
): number[] {
  if (why !== 0 || !isValidFlag(flag)) return [];
  const corrected = applyCoefficients(raw, coefficients, ts);
  return oldLimits
    .map(Math.fround)
    .filter((limit) => (raw <= limit && corrected > limit) || (raw >= limit && corrected < limit));
}
