import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';

const version = 1;
const header = 5;

/** Compresses a block behind its version and the checksum of its content. */
export function compressBlock(content: Buffer): Buffer {
  const head = Buffer.allocUnsafe(header);
  head.writeUInt8(version, 0);
  head.writeUInt32BE(crc32(content), 1);
  return Buffer.concat([head, deflateRawSync(content, { level: 6 })]);
}

/** The content of a block; a damaged one is refused. */
export function expandBlock(block: Buffer): Buffer {
  if (block[0] !== version) throw new Error(`Blocks of version ${block[0]} cannot be read.`);
  const content = inflateRawSync(block.subarray(header));
  if (crc32(content) !== block.readUInt32BE(1)) throw new Error('A block of readings is damaged.');
  return content;
}
