import type { StationHeader } from '@limpid/hj212/commands';
import { encodePacket } from '@limpid/hj212/encode';
import type { PacketField } from '@limpid/hj212/fields';
import type { Packet } from '@limpid/hj212/packet';
import { hidePasswords } from '@limpid/hj212/secrets';
import type { Check } from '@limpid/hj212/segment';

interface Request {
  header: StationHeader;
  mn: string;
  qn: string;
  cn: string;
  cp: string;
  check: Check;
}

/** The frame of a command with a filled CP. */
export function encodeRequest({ header, mn, qn, cn, cp, check }: Request): Buffer {
  const items = cp === '' ? [] : cp.split(';').map(readItem);
  const fields = { ...header, mn, qn, cn, wantsAnswer: true, items };
  return encodePacket(fields, { crc: check.crc, sm4: check.sm4 ?? undefined });
}

/** Stands for what is known only when a command is sent; none of it decides whether the rest can be encoded. */
const trial = {
  header: { version: '2017', st: '22', pw: '123456' },
  qn: '20260101000000000',
  check: { crc: 'hj212', sm4: null },
} as const;

/** The field that cannot be encoded; undefined if all can. Its value is not named: it may be a password. */
export function findUnencodable(given: Pick<Request, 'mn' | 'cn' | 'cp'>): string | undefined {
  try {
    encodeRequest({ ...trial, ...given });
    return undefined;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return error.message.split(':')[0];
  }
}

/** A request as text for the log: not encrypted, without passwords. */
export function writeRequestText(request: Request): string {
  const frame = encodeRequest({ ...request, check: { ...request.check, sm4: null } });
  return hidePasswords(frame.toString().trim());
}

function readItem(item: string): PacketField[] {
  return item.split(',').map((field) => {
    const at = field.indexOf('=');
    return { name: field.slice(0, at), value: field.slice(at + 1) };
  });
}

/** A packet as text for the log, without passwords and without characters that the database cannot store. */
export function writePacketText({ qn, st, cn, pw, mn, flag, pnum, pno, cp }: Packet): string {
  const header = { QN: qn, ST: st, CN: cn, PW: pw, MN: mn, Flag: flag, PNUM: pnum, PNO: pno };
  const fields = Object.entries(header).filter(([, value]) => value !== null);
  const text = `${fields.map(([name, value]) => `${name}=${value}`).join(';')};CP=&&${cp}&&`;
  return hidePasswords(text.replace(/\p{Cc}/gu, '\ufffd').toWellFormed());
}

/** The CPs of the frames that a station has sent. One that is encrypted cannot be read here, and has no known code in it. */
export function listReceivedContents(frames: readonly { isSent: boolean; raw: string }[]): string[] {
  return frames.flatMap(({ isSent, raw }) => (isSent ? [] : (/CP=&&([\s\S]*?)&&/.exec(raw)?.[1] ?? [])));
}
