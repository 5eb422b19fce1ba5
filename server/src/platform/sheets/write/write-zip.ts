import { pipeline } from 'node:stream';
import { constants, crc32, createDeflateRaw } from 'node:zlib';
import { encodeDataDescriptor, encodeDirectory, encodeLocalHeader, type ZipRecord } from '../zip-records.ts';

export interface ZipPart {
  name: string;
  content: AsyncIterable<Buffer>;
}

/** The bytes of a zip archive, generated on demand: only one small record per part is kept. */
export async function* writeZip(parts: AsyncIterable<ZipPart>): AsyncGenerator<Buffer> {
  const records: ZipRecord[] = [];
  let offset = 0;
  for await (const part of parts) {
    const record: ZipRecord = { name: part.name, offset, crc: 0, packed: 0, unpacked: 0 };
    for await (const chunk of writePart(part, record)) {
      offset += chunk.length;
      yield chunk;
    }
    records.push(record);
  }
  yield encodeDirectory(records, offset);
}

async function* writePart(part: ZipPart, record: ZipRecord): AsyncGenerator<Buffer> {
  yield encodeLocalHeader(part.name);
  const deflate = createDeflateRaw({ level: constants.Z_BEST_SPEED });
  // A failing source destroys `deflate` with its error, which the loop below then throws.
  pipeline(countBytes(part.content, record), deflate, () => undefined);
  for await (const chunk of deflate as AsyncIterable<Buffer>) {
    record.packed += chunk.length;
    yield chunk;
  }
  yield encodeDataDescriptor(record);
}

async function* countBytes(content: AsyncIterable<Buffer>, record: ZipRecord): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    record.crc = crc32(chunk, record.crc);
    record.unpacked += chunk.length;
    yield chunk;
  }
}
