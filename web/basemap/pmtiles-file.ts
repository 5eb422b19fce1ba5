import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { zxyToTileId } from 'pmtiles';
import type { Tile } from './tiles.ts';

/** A line of a directory: `runLength` tiles from `tileId` on are the same bytes; 0 leads to a leaf directory. */
interface Entry {
  tileId: number;
  offset: number;
  length: number;
  runLength: number;
}

const headerBytes = 127;
/** The size of a reader's first request, into which header and root directory must fit. */
const firstReadBytes = 16_384;
const leafEntries = 2048;
const gzipCode = 2;
const vectorTileCode = 1;

/** Writes tiles as one PMTiles file (version 3); equal tiles are stored once. */
export function writePmtiles(tiles: Iterable<Tile>, maxZoom: number, metadata: object): Uint8Array {
  const { entries, contents, addressed } = storeTiles(tiles);
  const { root, leaves } = writeDirectories(entries);
  const about = gzipSync(JSON.stringify(metadata));
  const sizes = [root, about, leaves].map(({ length }) => length);
  const offsets = sizes.reduce((sums, size) => [...sums, (sums.at(-1) ?? 0) + size], [headerBytes]);
  const data = Buffer.concat(contents);
  const header = Buffer.alloc(headerBytes);
  header.write('PMTiles', 'latin1');
  header[7] = 3;
  const [rootSize = 0, aboutSize = 0, leavesSize = 0] = sizes;
  const [rootAt = 0, aboutAt = 0, leavesAt = 0, dataAt = 0] = offsets;
  const numbers = [rootAt, rootSize, aboutAt, aboutSize, leavesAt, leavesSize, dataAt, data.length];
  for (const [index, value] of [...numbers, addressed, entries.length, contents.length].entries()) {
    header.writeBigUInt64LE(BigInt(value), 8 + index * 8);
  }
  header.set([1, gzipCode, gzipCode, vectorTileCode, 0, maxZoom], 96);
  for (const [index, degrees] of [-180, -85, 180, 85].entries())
    header.writeInt32LE(degrees * 1e7, 102 + index * 4);
  return Buffer.concat([header, root, about, leaves, data]);
}

function storeTiles(tiles: Iterable<Tile>) {
  const sorted = [...tiles]
    .map(({ z, x, y, data }) => ({ tileId: zxyToTileId(z, x, y), data }))
    .sort((a, b) => a.tileId - b.tileId);
  const entries: Entry[] = [];
  const contents: Buffer[] = [];
  const known = new Map<string, { offset: number; length: number }>();
  let end = 0;
  for (const { tileId, data } of sorted) {
    const key = createHash('sha256').update(data).digest('base64');
    let place = known.get(key);
    if (!place) {
      const content = gzipSync(data, { level: 9 });
      place = { offset: end, length: content.length };
      known.set(key, place);
      contents.push(content);
      end += content.length;
    }
    const last = entries.at(-1);
    const continues = last && last.offset === place.offset && last.tileId + last.runLength === tileId;
    if (continues) last.runLength += 1;
    else entries.push({ tileId, ...place, runLength: 1 });
  }
  return { entries, contents, addressed: sorted.length };
}

function writeDirectories(entries: readonly Entry[]): { root: Buffer; leaves: Buffer } {
  const whole = writeDirectory(entries);
  if (whole.length <= firstReadBytes - headerBytes) return { root: whole, leaves: Buffer.alloc(0) };
  const leaves: Buffer[] = [];
  const rootEntries: Entry[] = [];
  let offset = 0;
  for (let at = 0; at < entries.length; at += leafEntries) {
    const part = entries.slice(at, at + leafEntries);
    const leaf = writeDirectory(part);
    rootEntries.push({ tileId: part[0]?.tileId ?? 0, offset, length: leaf.length, runLength: 0 });
    leaves.push(leaf);
    offset += leaf.length;
  }
  return { root: writeDirectory(rootEntries), leaves: Buffer.concat(leaves) };
}

/** Columns of deltas, which compress well. */
function writeDirectory(entries: readonly Entry[]): Buffer {
  const bytes: number[] = [];
  pushNumber(bytes, entries.length);
  for (const [index, { tileId }] of entries.entries())
    pushNumber(bytes, tileId - (entries[index - 1]?.tileId ?? 0));
  for (const { runLength } of entries) pushNumber(bytes, runLength);
  for (const { length } of entries) pushNumber(bytes, length);
  for (const [index, { offset }] of entries.entries()) {
    const before = entries[index - 1];
    const follows = before && before.offset + before.length === offset;
    pushNumber(bytes, follows ? 0 : offset + 1);
  }
  return gzipSync(Uint8Array.from(bytes), { level: 9 });
}

/** A varint: seven bits per byte, lowest first. */
function pushNumber(bytes: number[], value: number): void {
  let rest = value;
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) | 0x80);
    rest = Math.floor(rest / 0x80);
  }
  bytes.push(rest);
}
