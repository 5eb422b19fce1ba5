import { eachMarked } from './marks.rule.ts';
import type { Extreme, ValueExtent } from './reading.ts';

const version = 1;
const size = 9;

export type Extents = ReadonlyMap<number, ValueExtent>;

/** Extremes as bytes: a version, then for each slot one byte for its number and four each for low and high. */
export function packExtremes(extremes: readonly Extreme[] | undefined): Buffer | null {
  if (!extremes || extremes.length === 0) return null;
  const bytes = Buffer.allocUnsafe(1 + extremes.length * size);
  let at = bytes.writeUInt8(version, 0);
  for (const { slot, low, high } of extremes.toSorted((a, b) => a.slot - b.slot)) {
    at = bytes.writeUInt8(slot, at);
    at = bytes.writeFloatBE(low ?? Number.NaN, at);
    at = bytes.writeFloatBE(high ?? Number.NaN, at);
  }
  return bytes;
}

export function unpackExtremes(bytes: Buffer | null): Extreme[] {
  if (!bytes) return [];
  if (bytes[0] !== version) throw new Error(`Extremes of version ${bytes[0]} cannot be read.`);
  const extremes: Extreme[] = [];
  for (let at = 1; at < bytes.length; at += size) {
    const [low, high] = [toNumber(bytes.readFloatBE(at + 1)), toNumber(bytes.readFloatBE(at + 5))];
    extremes.push({ slot: bytes.readUInt8(at), low, high });
  }
  return extremes;
}

export function toNumber(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value;
}

/** The extremes by slot, without those of manually changed values, which the device did not measure. */
export function countingExtents(
  extremes: readonly Extreme[] | undefined,
  marks: Buffer | null,
): Extents | undefined {
  if (!extremes || extremes.length === 0) return undefined;
  const extents = new Map(extremes.map(({ slot, low, high }) => [slot, { low, high }]));
  if (marks) eachMarked(marks, (slot, _, edited) => void (edited && extents.delete(slot)));
  return extents.size > 0 ? extents : undefined;
}
