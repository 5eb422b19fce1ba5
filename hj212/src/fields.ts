import type { Packet } from './packet.ts';

export interface PacketField {
  name: string;
  value: string;
}

/** The current field of a CP as positions, because most readers need only a few of the strings. */
export interface Cursor {
  text: string;
  next: number;
  name: number;
  /** The last hyphen of the name, or -1. */
  hyphen: number;
  /** The last characters of the name before and after that hyphen, in the form of `packWord`. */
  packedCode: number;
  packed: number;
  nameEnd: number;
  value: number;
  valueEnd: number;
  /** True once no further log text ends, so that the search is not repeated. */
  unquoted: boolean;
}

const hyphen = 45;
const equals = 61;
const slash = 47;

export function openFields(text: string): Cursor {
  return {
    text,
    next: 0,
    name: 0,
    hyphen: -1,
    packedCode: 0,
    packed: 0,
    nameEnd: 0,
    value: 0,
    valueEnd: 0,
    unquoted: false,
  };
}

/** Moves to the next `name=value`; items and their attributes are treated alike, blank ones are skipped. */
export function nextField(cursor: Cursor): boolean {
  const { text } = cursor;
  const length = text.length;
  let at = cursor.next;
  while (at < length && isGap(text.charCodeAt(at))) at++;
  if (at >= length) return false;
  cursor.name = at;
  let code = 0;
  let lastHyphen = -1;
  let packed = 0;
  let packedCode = 0;
  for (; at < length; at++) {
    code = text.charCodeAt(at);
    if (code === equals || isSeparator(code)) break;
    if (code === hyphen) {
      lastHyphen = at;
      packedCode = packed;
      packed = 0;
    } else {
      packed = pack(packed, code);
    }
  }
  cursor.hyphen = lastHyphen;
  cursor.packed = packed;
  cursor.packedCode = lastHyphen < 0 ? packed : packedCode;
  cursor.nameEnd =
    text.charCodeAt(at - 1) > 32 ? at : cursor.name + text.slice(cursor.name, at).trimEnd().length;
  if (code === equals && at < length) at++;
  cursor.value = at;
  if (text.charCodeAt(at) === slash && !cursor.unquoted) at = endOfQuoted(cursor, at);
  while (at < length && !isSeparator(text.charCodeAt(at))) at++;
  cursor.valueEnd = at;
  cursor.next = at + 1;
  return true;
}

/** Packs a word of up to four ASCII characters into a number, to compare words without creating strings. */
export function packWord(word: string): number {
  return [...word].reduce((packed, letter) => pack(packed, letter.charCodeAt(0)), 0);
}

function pack(packed: number, code: number): number {
  return code < 128 ? ((packed << 7) | code) & 0xfffffff : 0;
}

/** Log text is enclosed in `//` and may contain separators. */
function endOfQuoted(cursor: Cursor, from: number): number {
  const { text } = cursor;
  if (!text.startsWith('//', from)) return from;
  for (let close = text.indexOf('//', from + 2); close >= 0; close = text.indexOf('//', close + 1)) {
    const after = close + 2;
    if (after >= text.length || isSeparator(text.charCodeAt(after))) return after;
  }
  cursor.unquoted = true;
  return from;
}

function isSeparator(code: number): boolean {
  return code === 59 || code === 44;
}

function isGap(code: number): boolean {
  return code <= 32 || isSeparator(code);
}

/** All fields of the CP in order, including repeated names; values are unchanged. */
export function readFields(cp: string): PacketField[] {
  const fields: PacketField[] = [];
  const cursor = openFields(cp);
  while (nextField(cursor)) {
    const name = cp.slice(cursor.name, cursor.nameEnd);
    fields.push({ name, value: cp.slice(cursor.value, cursor.valueEnd) });
  }
  return fields;
}

/** The QN that identifies the exchange: from the header, or from CP in answers of 2005. */
export function readExchange(packet: Packet): string | null {
  if (packet.qn) return packet.qn;
  const field = readFields(packet.cp).find(
    ({ name, value }) => name === 'QN' && /^\s*\w{1,64}\s*$/.test(value),
  );
  return field ? field.value.trim() : null;
}
