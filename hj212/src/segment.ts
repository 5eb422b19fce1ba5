import { type CrcMode, crcOf, writeCrc } from './crc.ts';
import { type Flaw, type Packet, readPacket } from './packet.ts';
import { looksEncrypted, readPrinted, readsAsText, type Sm4, sm4Block } from './sm4.ts';

export interface Check {
  crc: CrcMode;
  sm4: Sm4 | null;
}

/** Without a matching CRC a refusal is not `trusted`: the length may be wrong as well as the text. */
export type Refused = Flaw & { trusted: boolean };

const [letterC, letterP, equals, ampersand] = [67, 80, 61, 38];
const opening = 'CP=&&'.length;
const maxStandard = 1024;

/** Reads the data segment `bytes[from, to)` that came with the CRC `sent`. */
export function readSegment(
  bytes: Buffer,
  from: number,
  to: number,
  sent: number,
  check: Check,
): Packet | Refused {
  const end = to - 2;
  const closed = end >= from && bytes[end] === ampersand && bytes[end + 1] === ampersand;
  // A text without its end is rarely worth the sum over what a wrong length may have declared.
  const summed = closed || to - from <= maxStandard;
  const matches = check.crc === 'none' ? closed : summed && crcOf(bytes, check.crc, from, to) === sent;
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
  // Where a cipher is possible and nothing else tells, the CP has to read as text to be taken as it is.
  const careful = check.crc === 'none' || check.sm4 !== null;
  if (matches && (!careful || isPlain(bytes.subarray(cp, end)))) return readPlain(bytes, from, cp, end);
  return readEncrypted(bytes.subarray(from, to), cp - from, sent, check, matches);
}

const maxHeader = 200;
const device = /(?:^|;)\s*MN=([^;&]*)/;

/** The MN that a segment says it is from, read before anything about it can be checked. */
export function peekDevice(bytes: Buffer, from: number, to: number): string {
  const header = bytes.toString('latin1', from, Math.min(to, from + maxHeader));
  return device.exec(header)?.[1]?.trim() ?? '';
}

/** Where the text after the first `CP=&&` begins, or -1. */
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
  // What is not UTF-8 reads as U+FFFD; a sender who means that character is refused with the others.
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
  const computed = writeCrc(crcOf(segment, check.crc));
  return { reason: 'crc', detail: `computed ${computed}, received ${writeCrc(sent)}`, trusted: false };
}

/** The segment with its CP decrypted, if the CRC (made before encryption) says that it is the one sent. */
function decryptSegment(segment: Buffer, cp: number, sent: number, crc: CrcMode, sm4: Sm4): Buffer | null {
  const content = segment.subarray(cp, -2);
  for (const blocks of [content, readPrinted(content)]) {
    // Without a whole block nothing was encrypted, and the text proves no key.
    if (!blocks || blocks.length < sm4Block) continue;
    const text = sm4.decrypt(blocks);
    const plain = Buffer.concat([segment.subarray(0, cp), text, segment.subarray(-2)]);
    const right = crc === 'none' ? text.includes('=') : crcOf(plain, crc) === sent;
    if (right && readsAsText(text)) return plain;
  }
  return null;
}
