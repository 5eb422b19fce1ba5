const hash = 35;
const [lineFeed, carriageReturn, ampersand] = [10, 13, 38];
export const headLength = 6;

export type Match = 'whole' | 'partial' | 'none';

function isDigit(code: number | undefined): boolean {
  return code !== undefined && code >= 48 && code <= 57;
}

function hexOf(code: number | undefined): number {
  if (code === undefined) return -1;
  if (code >= 48 && code <= 57) return code - 48;
  const letter = code | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : -1;
}

export function isLineEnd(code: number | undefined): boolean {
  return code === lineFeed || code === carriageReturn;
}

/** Bytes at which a run of noise may end. */
export function isStop(code: number | undefined): boolean {
  return code === hash || isLineEnd(code);
}

/** Whether `##` and four digits are at `at`; `partial` if the bytes end too early to decide. */
export function matchHead(bytes: Uint8Array, at: number, end: number): Match {
  const stop = Math.min(at + headLength, end);
  for (let index = at; index < stop; index++) {
    const fits = index < at + 2 ? bytes[index] === hash : isDigit(bytes[index]);
    if (!fits) return 'none';
  }
  return stop === at + headLength ? 'whole' : 'partial';
}

export function isDoubleHash(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === hash && bytes[at + 1] === hash;
}

export function readLength(bytes: Uint8Array, at: number): number {
  let length = 0;
  for (let index = at + 2; index < at + headLength; index++) length = length * 10 + (bytes[index] ?? 0) - 48;
  return length;
}

/** Four hexadecimal digits as a number, -1 for anything else. */
export function readCrc(bytes: Uint8Array, at: number): number {
  let crc = 0;
  for (let index = at; index < at + 4; index++) {
    const digit = hexOf(bytes[index]);
    if (digit < 0) return -1;
    crc = crc * 16 + digit;
  }
  return crc;
}

/** The first position in `[from, end)` where a frame may begin, even if its head reaches past the end. */
export function findHead(bytes: Uint8Array, from: number, end: number): number {
  for (let at = from; at < end; at++) {
    if (bytes[at] === hash && matchHead(bytes, at, end) !== 'none') return at;
  }
  return end;
}

/** The bytes needed to be certain of a head: the head and the name of a field. */
export const sureLength = headLength + 3;
const fieldNames = ['QN=', 'ST=', 'CN=', 'PW=', 'MN='].map((name) => Buffer.from(name));

/**
 * The first head in `[from, end)` on a new line, right after the end of a text, or before the name
 * of a field: another frame certainly begins there. -1 if there is none.
 */
export function findSureHead(bytes: Uint8Array, from: number, end: number): number {
  const first = bytes.indexOf(hash, from);
  if (first < 0) return -1;
  for (let at = first; at < end; at++) {
    if (bytes[at] !== hash || matchHead(bytes, at, end) !== 'whole') continue;
    if (isLineEnd(bytes[at - 1]) || endsText(bytes, at) || namesField(bytes, at + headLength)) return at;
  }
  return -1;
}

function namesField(bytes: Uint8Array, at: number): boolean {
  return fieldNames.some((name) => name.every((code, index) => bytes[at + index] === code));
}

/** Whether `&&` and a CRC are right before `at`. */
function endsText(bytes: Uint8Array, at: number): boolean {
  return bytes[at - 6] === ampersand && bytes[at - 5] === ampersand && readCrc(bytes, at - 4) >= 0;
}

/** Whether a text ends in these bytes, with only line ends after its CRC. */
export function holdsEnd(bytes: Uint8Array, from: number, end: number): boolean {
  let stop = end;
  while (stop > from && isLineEnd(bytes[stop - 1])) stop--;
  return stop - 6 >= from && endsText(bytes, stop);
}
