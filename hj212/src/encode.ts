import { type CrcMode, computeCrc, writeCrc } from './crc.ts';
import { valueSuffixes } from './factors.ts';
import type { PacketField } from './fields.ts';
import type { Version } from './packet.ts';
import { hiddenValue, isSecretField } from './secrets.ts';
import { createSm4, type Sm4 } from './sm4.ts';
import { laterQn, readPacketTime } from './times.ts';

export interface EncodeOptions {
  crc?: CrcMode;
  /** SM4 key, 16 bytes: encrypts the CP of those commands for which the standard requires it. */
  key?: Uint8Array | undefined;
  /** The same, from its key. */
  sm4?: Sm4 | undefined;
}

/** The content of a packet; `items` are lists of attributes, as `a34004-Rtd=56,a34004-Flag=N`. */
export interface PacketFields extends HeaderFields {
  pw: string;
  mn: string;
  items: PacketField[][];
}

interface HeaderFields {
  version: Version;
  qn?: string | null;
  st: string;
  cn: string;
  pw: string | null;
  mn: string | null;
  wantsAnswer?: boolean;
  pnum?: number;
  pno?: number;
  rf?: boolean;
}

const maxSegment = 1024;
const measured: ReadonlySet<string> = new Set(valueSuffixes);
const versionBits: Record<Version, number> = { '2005': 0, '2017': 4, '2025': 8 };
const quoted = /^\/\/[^\p{Cc}#&]*\/\/$/u;

/** Printable ASCII without the characters that separate fields, end the CP or begin a frame: `;`, `,`, `=`, `&`, `#`. */
export const passwordInFrame = /^[!"$%'-+\--:<>-~]{1,24}$/;

/** Encodes a data segment as a frame. */
export function encodeFrame(segment: string | Uint8Array, crc: CrcMode = 'hj212'): Buffer {
  const bytes = Buffer.from(segment);
  return frame(bytes, computeCrc(bytes, crc));
}

function frame(segment: Buffer, crc: number): Buffer {
  if (segment.length > maxSegment) {
    throw new RangeError(`segment: ${segment.length} bytes, at most ${maxSegment}`);
  }
  const head = `##${String(segment.length).padStart(4, '0')}`;
  return Buffer.concat([Buffer.from(head), segment, Buffer.from(`${writeCrc(crc)}\r\n`)]);
}

/** Encodes one packet as a frame; throws a RangeError that names a field the standard cannot carry. */
export function encodePacket(fields: PacketFields, options: EncodeOptions = {}): Buffer {
  checkFields(fields);
  return encodeUnchecked(fields, fields.items, options);
}

/**
 * Encodes data as one frame or, beyond 1024 bytes, as sub-packets of complete items. Each part
 * repeats DataTime and has its own QN, one millisecond after the previous part, as in the standard's example.
 */
export function encodeData(fields: PacketFields, options: EncodeOptions = {}): Buffer[] {
  checkFields(fields);
  const parts = divide(fields);
  const [first = [], ...more] = parts;
  if (more.length === 0) return [encodeUnchecked(fields, first, options)];
  return parts.map((items, at) => {
    const qn = fields.qn && laterQn(fields.qn, at);
    return encodeUnchecked({ ...fields, qn, pnum: parts.length, pno: at + 1 }, items, options);
  });
}

function divide(fields: PacketFields): PacketField[][][] {
  const size = (header: HeaderFields, items: PacketField[][]) =>
    Buffer.byteLength(`${writeHeader(header)}CP=&&${writeItems(items)}&&`);
  if (size(fields, fields.items) <= maxSegment) return [fields.items];
  if (fields.pnum !== undefined) throw new RangeError(`pnum: this part is longer than ${maxSegment} bytes`);
  const time = fields.items.filter(([field]) => field?.name === 'DataTime');
  const beginning = size({ ...fields, pnum: 9999, pno: 9999 }, time);
  const parts: PacketField[][][] = [];
  let [part, length] = [[...time], beginning];
  for (const item of fields.items) {
    if (time.includes(item)) continue;
    const text = writeItems([item]);
    if (part.length > time.length && length + Buffer.byteLength(`;${text}`) > maxSegment) {
      parts.push(part);
      [part, length] = [[...time], beginning];
    }
    length += Buffer.byteLength(part.length > 0 ? `;${text}` : text);
    part.push(item);
  }
  return [...parts, part];
}

/** For answers, which repeat the header of a device unchanged. */
export function encodeUnchecked(
  fields: HeaderFields,
  items: PacketField[][],
  options: EncodeOptions,
): Buffer {
  const header = `${writeHeader(fields)}CP=&&`;
  const cp = Buffer.from(writeItems(items));
  const plain = surround(header, cp);
  const crc = computeCrc(plain, options.crc ?? 'hj212');
  const sm4 = options.sm4 ?? (options.key && createSm4(options.key));
  if (!sm4 || fields.version !== '2025' || !needsEncryption(fields.cn)) return frame(plain, crc);
  return frame(surround(header, sm4.encrypt(cp)), crc);
}

function surround(header: string, cp: Buffer): Buffer {
  return Buffer.concat([Buffer.from(header), cp, Buffer.from('&&')]);
}

function writeHeader(fields: HeaderFields): string {
  const { pnum, pno } = fields;
  const flag = versionBits[fields.version] + (pnum === undefined ? 0 : 2) + (fields.wantsAnswer ? 1 : 0);
  const parts: [string, string | number | null | undefined][] = [
    ['QN', fields.qn],
    ['ST', fields.st],
    ['CN', fields.cn],
    ['PW', fields.pw],
    ['MN', fields.mn],
    ['Flag', flag],
    ['PNUM', pnum],
    ['PNO', pno],
    ['RF', fields.rf ? 1 : null],
  ];
  return parts
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${name}=${value};`)
    .join('');
}

/** HJ 212-2025: data, station information and keys are encrypted, everything else is plain text. */
export function needsEncryption(cn: string): boolean {
  return cn.startsWith('2') || cn === '1014' || cn === '3020';
}

function writeItems(items: PacketField[][]): string {
  return items.map((item) => item.map(({ name, value }) => `${name}=${value}`).join(',')).join(';');
}

function checkFields(fields: PacketFields): void {
  const { version, qn, pnum, pno } = fields;
  if (qn !== undefined && qn !== null) {
    if (qn.length !== 17 || !readPacketTime(qn)) throw new RangeError(`qn: ${qn} is not YYYYMMDDhhmmsszzz`);
  } else if (version !== '2005') {
    throw new RangeError('qn: missing');
  }
  checkText('st', fields.st, /^[0-9A-Z]\d$/);
  checkText('cn', fields.cn, /^\d{4}$/);
  checkText('pw', fields.pw, passwordInFrame);
  checkText('mn', fields.mn, /^[\w.-]{1,24}$/);
  if ((pnum === undefined) !== (pno === undefined)) throw new RangeError('pnum: only together with pno');
  if (pnum !== undefined && pno !== undefined) {
    if (!isWhole(pnum, 9999)) throw new RangeError(`pnum: ${pnum}`);
    if (!isWhole(pno, pnum)) throw new RangeError(`pno: ${pno} of ${pnum}`);
  }
  if (fields.rf && version !== '2025') throw new RangeError(`rf: not in HJ 212-${version}`);
  for (const { name, value } of fields.items.flat()) {
    checkText('name', name, /^[\w.-]+$/);
    if (measured.has(name.slice(name.lastIndexOf('-') + 1))) checkText(name, value, /^-?\d+(\.\d+)?$/);
    if (!quoted.test(value)) checkText(name, value, /^[^\p{Cc};,=&#]*$/u);
  }
}

/** The error of a wrong value quotes it, except a password or a key: errors are logged. */
export function checkText(name: string, value: string, pattern: RegExp): void {
  if (pattern.test(value)) return;
  throw new RangeError(`${name}: ${isSecretField(name) ? hiddenValue : JSON.stringify(value)}`);
}

function isWhole(value: number, max: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= max;
}
