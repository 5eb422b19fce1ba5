import { type CrcMode, computeCrc, writeCrc } from './crc.ts';
import { type Flaw, type Packet, readPacket } from './packet.ts';
import { looksEncrypted, readPrinted, readsAsText, type Sm4, sm4Block } from './sm4.ts';

export interface Check {
  crc: CrcMode;
  sm4: Sm4 | null;
}

/** Without a matching CRC a refusal is not `trusted`: the declared length may be wrong as well. */
export type Refused = Flaw & { trusted: boolean };

const [letterC, letterP, equals, ampersand] = [67, 80, 61, 38];
const opening = 'CP=&&'.length;
const maxStandard = 1024;

/** Reads the data segment `bytes[from, to)` with its received CRC `sent`. */
export function readSegment(
  bytes: Buffer,
  from: number,
  to: number,
  sent: number,
  check: Check,
): Packet | Refused {
  const end = to - 2;
  const closed = end >= from && bytes[end] === ampersand && bytes[end + 1] === ampersand;
  // An unterminated text is rarely valid, and a wrong length may have declared far too many bytes to sum up.
  const summed = closed || to - from <= maxStandard;
  const matches = check.crc === 'none' ? closed : summed && computeCrc(bytes, check.crc, from, to) === sent;
  if (!closed) {
    return matches
      ? { reason: 'segment', detail: 'no && at the end', trusted: true }
      : { reason: 'length', trusted: false };
  }
  const cp = findContent(bytes, from, end);
  if (cp < 0) {
    return matches
      ? { reason: 'segment', detail: 'no CP=&&', trusted: true }
      : { reason: 'crc', trusted: false };
  }
  // If the CP may be encrypted and the CRC cannot tell, it is accepted as plain only if it is readable text.
  const careful = check.crc === 'none' || check.sm4 !== null;
  if (matches && (!careful || isPlain(bytes.subarray(cp, end)))) return readPlain(bytes, from, cp, end);
  return readEncrypted(bytes.subarray(from, to), cp - from, sent, check, matches);
}

const maxHeader = 200;
const device = /(?:^|;)\s*MN=([^;&]*)/;

/** The MN of a segment, read before the segment can be checked. */
export function peekDevice(bytes: Buffer, from: number, to: number): string {
  const header = bytes.toString('latin1', from, Math.min(to, from + maxHeader));
  return device.exec(header)?.[1]?.trim() ?? '';
}

/** The position after the first `CP=&&`, or -1. */
function findContent(bytes: Buffer, from: number, end: number): number {
  for (let at = bytes.indexOf(ampersand, from); at + 2 <= end; at++) {
    if (
      bytes[at] === ampersand &&
      bytes[at + 1] === ampersand &&
      at - 3 >= from &&
      bytes[at - 1] === equals &&
      bytes[at - 2] === letterP &&
      bytes[at - 3] === letterC
    ) {
      return at + 2;
    }
  }
  return -1;
}

function isPlain(content: Buffer): boolean {
  return readsAsText(content) && !readPrinted(content);
}

function readPlain(
  bytes: Buffer,
  from: number,
  cp: number,
  end: number,
  encrypted = false,
): Packet | Refused {
  const header = bytes.toString('utf8', from, cp - opening);
  const text = bytes.toString('utf8', cp, end);
  // Invalid UTF-8 is read as U+FFFD; a sender who means that character is refused as well.
  if (header.includes('\ufffd') || text.includes('\ufffd')) {
    const reason = looksEncrypted(bytes.subarray(cp, end)) ? 'encrypted' : 'utf8';
    return { reason, trusted: true };
  }
  const packet = readPacket(header, text, encrypted);
  return 'reason' in packet ? { ...packet, trusted: true } : packet;
}

function readEncrypted(
  segment: Buffer,
  cp: number,
  sent: number,
  check: Check,
  matches: boolean,
): Packet | Refused {
  const content = segment.subarray(cp, -2);
  const plain = check.sm4 && decryptSegment(segment, cp, sent, check.crc, check.sm4);
  if (plain) return readPlain(plain, 0, cp, plain.length - 2, true);
  if (looksEncrypted(content)) return { reason: check.sm4 ? 'sm4' : 'encrypted', trusted: matches };
  if (matches) return readPlain(segment, 0, cp, segment.length - 2);
  const computed = writeCrc(computeCrc(segment, check.crc));
  return { reason: 'crc', detail: `computed ${computed}, received ${writeCrc(sent)}`, trusted: false };
}

/** The segment with its CP decrypted, if the CRC, which is computed before encryption, matches. */
function decryptSegment(segment: Buffer, cp: number, sent: number, crc: CrcMode, sm4: Sm4): Buffer | null {
  const content = segment.subarray(cp, -2);
  for (const blocks of [content, readPrinted(content)]) {
    // Without a complete block nothing is encrypted, and the text proves no key.
    if (!blocks || blocks.length < sm4Block) continue;
    const text = sm4.decrypt(blocks);
    const plain = Buffer.concat([segment.subarray(0, cp), text, segment.subarray(-2)]);
    const right = crc === 'none' ? text.includes('=') : computeCrc(plain, crc) === sent;
    if (right && readsAsText(text)) return plain;
  }
  return null;
}
