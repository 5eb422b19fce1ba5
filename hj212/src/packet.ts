import type { DecodeFailure } from './reasons.ts';

export type Version = '2005' | '2017' | '2025';

export interface Packet {
  qn: string | null;
  st: string | null;
  cn: string;
  pw: string | null;
  mn: string | null;
  flag: number | null;
  version: Version;
  wantsAnswer: boolean;
  split: boolean;
  pnum: number | null;
  pno: number | null;
  /** Re-issued data (2025). */
  rf: boolean;
  /** The text between `CP=&&` and `&&`, as it was sent or decrypted. */
  cp: string;
  encrypted: boolean;
}

export interface Flaw {
  reason: DecodeFailure;
  detail?: string;
}

// Answers repeat the header of the packet, so this bound keeps every answer within its size.
const maxField = 64;
const [semicolon, equals, space, deleted] = [59, 61, 32, 127];

/** Reads header text (everything before `CP=&&`) and CP as a packet, or returns the flaw. */
export function readPacket(header: string, cp: string, encrypted: boolean): Packet | Flaw {
  const packet: Packet = {
    qn: null,
    st: null,
    cn: '',
    pw: null,
    mn: null,
    flag: null,
    version: '2005',
    wantsAnswer: false,
    split: false,
    pnum: null,
    pno: null,
    rf: false,
    cp,
    encrypted,
  };
  let name = 0;
  let value = -1;
  for (let at = 0; at <= header.length; at++) {
    const code = at === header.length ? semicolon : header.charCodeAt(at);
    if (code === equals && value < 0) {
      value = at + 1;
    } else if (code === semicolon) {
      if (value >= 0) {
        if (at - value > maxField) return { reason: 'segment', detail: 'header field' };
        setField(packet, header.slice(name, value - 1), header.slice(value, at).trim());
      }
      name = at + 1;
      value = -1;
    } else if (code < space || code === deleted) {
      return { reason: 'segment', detail: 'control character in the header' };
    } else if (code === space && name === at) {
      name++;
    }
  }
  if (packet.cn === '') return { reason: 'command' };
  return packet;
}

function setField(packet: Packet, name: string, value: string): void {
  switch (name) {
    case 'QN':
      packet.qn ??= value;
      break;
    case 'ST':
      packet.st ??= value;
      break;
    case 'CN':
      packet.cn ||= value;
      break;
    case 'PW':
      packet.pw ??= value;
      break;
    case 'MN':
      packet.mn ??= value;
      break;
    case 'Flag':
      setFlag(packet, readWhole(value, 255));
      break;
    case 'PNUM':
      packet.pnum ??= readWhole(value, 9999);
      break;
    case 'PNO':
      packet.pno ??= readWhole(value, 9999);
      break;
    case 'RF':
      packet.rf = value === '1';
      break;
  }
}

/** Without a Flag the version is 2005, where Flag was optional; unknown flags belong to the newest version. */
function setFlag(packet: Packet, flag: number | null): void {
  if (flag === null) return;
  packet.flag = flag;
  packet.version = flag < 4 ? '2005' : flag < 8 ? '2017' : '2025';
  packet.wantsAnswer = (flag & 1) === 1;
  packet.split = (flag & 2) === 2;
}

function readWhole(text: string, max: number): number | null {
  if (text === '' || text.length > 4) return null;
  let value = 0;
  for (let at = 0; at < text.length; at++) {
    const digit = text.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) return null;
    value = value * 10 + digit;
  }
  return value <= max ? value : null;
}
