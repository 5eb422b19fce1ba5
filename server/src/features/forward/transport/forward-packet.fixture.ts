import { packetKind } from '../../reading/model.api.ts';
import type { ForwardPacket, Hj212Receiver } from '../target.ts';

let count = 0;

/** A packet of 8:00 on 15 November 2026 in China, with a QN of its own and room for those of its parts. */
export function makeForwardPacket(given: Partial<ForwardPacket> & { mn?: string } = {}): ForwardPacket {
  const { mn = 'LIMPID01', ...rest } = given;
  return {
    site: { siteName: 'North gate', mn, systemCode: '22' },
    kind: packetKind.realtime,
    ts: Date.UTC(2026, 10, 15),
    qn: Date.UTC(2026, 10, 15, 0, 0, 5) + 10 * ++count,
    isReissued: false,
    values: [
      { code: 'a34004', value: 35.5, low: null, high: null, flag: 'N' },
      { code: 'a34002', value: null, low: null, high: null, flag: 'D' },
    ],
    ...rest,
  };
}

export function makeHj212Connection(given: Partial<Hj212Receiver> = {}): Hj212Receiver {
  return {
    protocol: 'hj212',
    version: '2017',
    host: '127.0.0.1',
    port: 1,
    password: '123456',
    crc: 'hj212',
    sm4Key: undefined,
    wantsAnswer: true,
    ownConnections: false,
    ...given,
  };
}
