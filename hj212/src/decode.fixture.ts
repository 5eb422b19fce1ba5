import { createDecoder, type Decoded, type DecoderOptions } from './decoder.ts';
import type { Packet } from './packet.ts';
import type { DecodeFailure } from './reasons.ts';

/** Decodes bytes in pieces of the given sizes (repeated as needed), or in one. */
export function decodeAll(input: string | Uint8Array, options: DecoderOptions = {}, sizes: number[] = []) {
  const bytes = Buffer.from(input);
  const decoder = createDecoder(options);
  const decoded: Decoded[] = [];
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length] ?? bytes.length;
    decoded.push(...decoder.push(bytes.subarray(at, at + size)));
    at += size;
  }
  decoded.push(...decoder.end());
  return { decoded, lineEnds: decoder.lineEnds };
}

export function decodePackets(
  input: string | Uint8Array,
  options?: DecoderOptions,
  sizes?: number[],
): Packet[] {
  return decodeAll(input, options, sizes).decoded.flatMap((each) => (each.ok ? [each.packet] : []));
}

export function decodeFailures(
  input: string | Uint8Array,
  options?: DecoderOptions,
  sizes?: number[],
): DecodeFailure[] {
  return decodeAll(input, options, sizes).decoded.flatMap((each) => (each.ok ? [] : [each.reason]));
}

export function decodePacket(input: string | Uint8Array, options?: DecoderOptions): Packet {
  const [packet, ...more] = decodePackets(input, options);
  if (!packet || more.length > 0) throw new Error(`${more.length + (packet ? 1 : 0)} packets instead of one`);
  return packet;
}

/** Joins adjacent noise, because the size of a push only decides where it is cut. */
export function joinNoise(decoded: Decoded[]): Decoded[] {
  const joined: Decoded[] = [];
  for (const each of decoded) {
    const last = joined.at(-1);
    if (last && !last.ok && !each.ok && last.reason === 'noise' && each.reason === 'noise') {
      last.bytes += each.bytes;
    } else {
      joined.push({ ...each });
    }
  }
  return joined;
}

/** A frame with the given CRC and declared length; the length is correct unless given. */
export function buildFrame(segment: string, crc: string, length = Buffer.byteLength(segment)): string {
  return `##${String(length).padStart(4, '0')}${segment}${crc}\r\n`;
}
