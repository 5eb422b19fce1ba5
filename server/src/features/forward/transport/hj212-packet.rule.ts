import { formatDigits } from '@limpid/contract/local-time';
import { type EncodeOptions, encodeData } from '@limpid/hj212/encode';
import type { PacketField } from '@limpid/hj212/fields';
import { writeNumber } from '@limpid/hj212/numbers';
import type { Version } from '@limpid/hj212/packet';
import { laterQn } from '@limpid/hj212/times';
import { packetKind, shortenFloat } from '../../reading/model.api.ts';
import { type ForwardedValue, ForwardFailure, type ForwardPacket, type Hj212Receiver } from '../target.ts';

/** One frame of a packet. The parts of a divided packet have a QN each, one millisecond after the previous part. */
export interface ForwardFrame {
  qn: string;
  frame: Buffer;
}

export type Hj212Format = Pick<Hj212Receiver, 'version' | 'password' | 'wantsAnswer'> & { zone: string };

/** Letters of HJ/T 212-2005. Its digits have other meanings, and every other letter is a fault. */
const flags2005 = 'NPFCMTDS';

/** Encodes a packet as frames; throws a `ForwardFailure` if the standard cannot carry it. */
export function encodeReading(
  packet: ForwardPacket,
  format: Hj212Format,
  options: EncodeOptions,
): ForwardFrame[] {
  const { site, kind, values, isReissued } = packet;
  if (values.length === 0) throw new ForwardFailure('unusable', 'no values');
  const { version, password, wantsAnswer, zone } = format;
  try {
    // Also in 2005, where QN is optional: without it an answer could not be matched.
    const qn = formatDigits(packet.qn, zone, 17);
    const time = { name: 'DataTime', value: formatDigits(packet.ts, zone, 14) };
    const isMean = kind !== packetKind.realtime;
    const fields = {
      version,
      qn,
      st: site.systemCode,
      cn: String(kind),
      pw: site.password ?? password,
      mn: site.mn,
      wantsAnswer,
      rf: isReissued && version === '2025',
      items: [[time], ...values.map((value) => writeValue(value, version, isMean))],
    };
    return encodeData(fields, options).map((frame, part) => ({
      qn: part === 0 ? qn : laterQn(qn, part),
      frame,
    }));
  } catch (error) {
    if (error instanceof RangeError) throw new ForwardFailure('unusable', error.message);
    throw error;
  }
}

/** Where nothing was measured, the flag stands alone. */
function writeValue({ code, value, low, high, flag }: ForwardedValue, version: Version, isMean: boolean) {
  const item: PacketField[] = [];
  const add = (suffix: string, number: number | null) => {
    if (number !== null) item.push({ name: `${code}-${suffix}`, value: writeNumber(shortenFloat(number)) });
  };
  if (isMean) {
    add('Min', low);
    add('Avg', value);
    add('Max', high);
  } else {
    add('Rtd', value);
  }
  item.push({ name: `${code}-Flag`, value: version === '2005' && !flags2005.includes(flag) ? 'D' : flag });
  return item;
}
