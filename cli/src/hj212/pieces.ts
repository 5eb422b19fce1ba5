import { createDecoder, type Decoded, type DecoderOptions } from '@limpid/hj212/decoder';
import type { Packet } from '@limpid/hj212/packet';

/** Bytes that are sent together: a frame with the bytes before it, or bytes without a frame. */
export interface Piece {
  bytes: Uint8Array;
  isFrame: boolean;
  /** The packet of a valid frame. */
  packet?: Packet;
  /** The error of an invalid frame. */
  flaw?: { reason: string; detail?: string | undefined };
}

/** Length of `&&` and the CRC. */
const endLength = 6;
const lineFeed = 10;
const carriageReturn = 13;

/**
 * Cuts a file after each of its frames. Invalid frames are kept unchanged, so that the user sees how the gateway
 * responds to them.
 */
export function splitFrames(file: Buffer, options: DecoderOptions): Piece[] {
  const pieces: Piece[] = [];
  const decoder = createDecoder(options);
  let start = 0;
  for (let at = 0; at < file.length; ) {
    // Reads from one possible end to the next, so that a frame is found at the byte where it ends.
    const mark = file.indexOf('&&', at);
    const end = mark < 0 ? file.length : Math.min(mark + endLength, file.length);
    const found = decoder.push(file.subarray(at, end)).at(-1);
    at = end;
    if (!found || (!found.ok && found.reason === 'noise')) continue;
    const lineStart = at;
    while (file[at] === lineFeed || file[at] === carriageReturn) at++;
    decoder.push(file.subarray(lineStart, at));
    pieces.push({ bytes: file.subarray(start, at), ...describeFound(found) });
    start = at;
  }
  if (start < file.length)
    pieces.push({ bytes: file.subarray(start), ...describeFound(decoder.end().at(-1)) });
  return pieces;
}

function describeFound(found: Decoded | undefined): Omit<Piece, 'bytes'> {
  if (!found || (!found.ok && found.reason === 'noise')) return { isFrame: false };
  if (found.ok) return { isFrame: true, packet: found.packet };
  return { isFrame: true, flaw: { reason: found.reason, detail: found.detail } };
}
