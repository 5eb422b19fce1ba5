import { crc32, inflateRawSync } from 'node:zlib';
import { fail } from '@limpid/contract/errors';
import { type SheetLimits, tooLarge } from './limits.ts';

/** Unpacks one part; undefined if the archive has no part of that name. Part names ignore case. */
export interface ZipArchive {
  names: string[];
  unpack(name: string): Buffer | undefined;
}

interface Entry {
  encrypted: boolean;
  method: number;
  crc: number;
  packed: number;
  offset: number;
}

const LARGEST_32 = 0xffff_ffff;
const largestComment = 0xffff;

/**
 * Sizes stated by an archive are not trusted: unpacking stops at the rest of the limit, and parts that are not
 * requested stay packed.
 */
export function openZip(bytes: Buffer, limits: SheetLimits): ZipArchive {
  const entries = readDirectory(bytes);
  let left = limits.unpackedBytes;
  return {
    names: [...entries.keys()],
    unpack(name) {
      const entry = entries.get(name.toLowerCase());
      if (!entry) return undefined;
      if (left <= 0) throw tooLarge(limits);
      const part = unpackEntry(bytes, entry, left);
      left -= part.length;
      return part;
    },
  };
}

function unpackEntry(bytes: Buffer, entry: Entry, budget: number): Buffer {
  if (entry.encrypted) fail('sheet.encrypted');
  const header = entry.offset;
  if (bytes.readUInt32LE(header) !== 0x0403_4b50) fail('sheet.corrupt');
  const start = header + 30 + bytes.readUInt16LE(header + 26) + bytes.readUInt16LE(header + 28);
  if (start + entry.packed > bytes.length) fail('sheet.corrupt');
  const packed = bytes.subarray(start, start + entry.packed);
  if (entry.method !== 0 && entry.method !== 8) fail('sheet.corrupt');
  const part = entry.method === 0 ? packed : inflateRawSync(packed, { maxOutputLength: budget });
  if (crc32(part) !== entry.crc) fail('sheet.corrupt');
  return part;
}

function readDirectory(bytes: Buffer): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  let { at, count } = findDirectory(bytes);
  for (; count > 0; count--) {
    if (bytes.readUInt32LE(at) !== 0x0201_4b50) fail('sheet.corrupt');
    const nameEnd = at + 46 + bytes.readUInt16LE(at + 28);
    const extraEnd = nameEnd + bytes.readUInt16LE(at + 30);
    const name = bytes
      .toString('utf8', at + 46, nameEnd)
      .replaceAll('\\', '/')
      .toLowerCase();
    entries.set(name, readEntry(bytes, at, bytes.subarray(nameEnd, extraEnd)));
    at = extraEnd + bytes.readUInt16LE(at + 32);
  }
  return entries;
}

function readEntry(bytes: Buffer, at: number, extra: Buffer): Entry {
  const unpacked = bytes.readUInt32LE(at + 24);
  const entry: Entry = {
    encrypted: (bytes.readUInt16LE(at + 8) & 1) === 1,
    method: bytes.readUInt16LE(at + 10),
    crc: bytes.readUInt32LE(at + 16),
    packed: bytes.readUInt32LE(at + 20),
    offset: bytes.readUInt32LE(at + 42),
  };
  const large = findLargeFields(extra);
  // The 64-bit fields follow in this order, each only if its 32-bit field is at its maximum.
  if (unpacked === LARGEST_32) large.shift();
  if (entry.packed === LARGEST_32) entry.packed = large.shift() ?? LARGEST_32;
  if (entry.offset === LARGEST_32) entry.offset = large.shift() ?? LARGEST_32;
  return entry;
}

function findLargeFields(extra: Buffer): number[] {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue;
    const count = Math.min(3, extra.readUInt16LE(at + 2) >> 3);
    return Array.from({ length: count }, (_, i) => Number(extra.readBigUInt64LE(at + 4 + 8 * i)));
  }
  return [];
}

function findDirectory(bytes: Buffer): { at: number; count: number } {
  const end = bytes.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  if (end < 0 || end < bytes.length - largestComment - 22) fail('sheet.corrupt');
  const at = bytes.readUInt32LE(end + 16);
  const count = bytes.readUInt16LE(end + 10);
  if (at !== LARGEST_32 && count !== 0xffff) return { at, count };
  const large = Number(bytes.readBigUInt64LE(end - 12));
  return {
    at: Number(bytes.readBigUInt64LE(large + 48)),
    count: Number(bytes.readBigUInt64LE(large + 32)),
  };
}
