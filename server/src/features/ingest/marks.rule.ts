import type { Mark } from './reading.ts';

const version = 1;
const [hasRaw, hasRank] = [64, 128];
const head = 3;

/** Marks as bytes: a version, then for each one slot, flag, bits, and what it has of raw value and rank. */
export function packMarks(marks: readonly Mark[]): Buffer | null {
  if (marks.length === 0) return null;
  const sorted = marks.toSorted((a, b) => a.slot - b.slot);
  const size = sorted.reduce(
    (sum, { raw, rank }) => sum + head + (raw === null ? 0 : 4) + (rank === null ? 0 : 8),
    1,
  );
  const bytes = Buffer.allocUnsafe(size);
  let at = bytes.writeUInt8(version, 0);
  for (const { slot, flag, bits, raw, rank } of sorted) {
    at = bytes.writeUInt8(slot, at);
    at = bytes.writeUInt8(flag.charCodeAt(0) & 0x7f, at);
    at = bytes.writeUInt8(bits | (raw === null ? 0 : hasRaw) | (rank === null ? 0 : hasRank), at);
    if (raw !== null) at = bytes.writeFloatBE(raw, at);
    if (rank !== null) at = bytes.writeBigInt64BE(BigInt(rank), at);
  }
  return bytes;
}

export function unpackMarks(bytes: Buffer | null): Mark[] {
  if (!bytes) return [];
  if (bytes[0] !== version) throw new Error(`Marks of version ${bytes[0]} cannot be read.`);
  const marks: Mark[] = [];
  for (let at = 1; at < bytes.length; ) {
    const slot = bytes.readUInt8(at);
    const flag = String.fromCharCode(bytes.readUInt8(at + 1));
    const packed = bytes.readUInt8(at + 2);
    at += head;
    const raw = packed & hasRaw ? bytes.readFloatBE(at) : null;
    if (raw !== null) at += 4;
    const rank = packed & hasRank ? Number(bytes.readBigInt64BE(at)) : null;
    if (rank !== null) at += 8;
    marks.push({ slot, flag, bits: packed & ~(hasRaw | hasRank), raw, rank });
  }
  return marks;
}
