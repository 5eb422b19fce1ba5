import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';

/** A part of a response, compressed once and joined with the others: most parts stay the same while one changes. */
export interface ResponseSegment {
  bytes: Buffer;
  digest: string;
  /** Compresses it to a piece of a deflate stream that does not refer to earlier pieces and can be followed by more. */
  pack(): Promise<Buffer>;
}

const deflate = promisify(deflateRaw);
const head = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** An empty last block. */
const end = Buffer.from([3, 0]);

export function makeSegment(text: string, level: number): ResponseSegment {
  const bytes = Buffer.from(text);
  let packed: Promise<Buffer> | undefined;
  return {
    bytes,
    digest: hash('sha256', bytes, 'base64url'),
    pack: () => (packed ??= deflate(bytes, { level, finishFlush: constants.Z_FULL_FLUSH })),
  };
}

export function joinPlain(segments: readonly ResponseSegment[]): Buffer {
  return Buffer.concat(segments.map(({ bytes }) => bytes));
}

/** One gzip stream (RFC 1952) of all segments. */
export async function joinGzip(segments: readonly ResponseSegment[]): Promise<Buffer> {
  const packed = await Promise.all(segments.map((segment) => segment.pack()));
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(segments.reduce((sum, { bytes }) => crc32(bytes, sum), 0));
  trailer.writeUInt32LE(segments.reduce((size, { bytes }) => size + bytes.length, 0) % 2 ** 32, 4);
  return Buffer.concat([head, ...packed, end, trailer]);
}

/** A tag that depends on the content of the segments only. */
export function hashSegments(segments: readonly ResponseSegment[]): string {
  return hash('sha256', segments.map(({ digest }) => digest).join(' '), 'base64url').slice(0, 22);
}
