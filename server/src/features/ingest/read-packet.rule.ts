import { toInstant } from '@limpid/contract/local-time';
import { readFactors } from '@limpid/hj212/factors';
import type { Packet } from '@limpid/hj212/packet';
import { readPacketTime } from '@limpid/hj212/times';
import { type PacketKind, packetKinds, type SiteDevice } from '../reading/model.api.ts';
import { buildReading, computeRank, type ReadingOutcome } from './read-values.rule.ts';

const dataTime = /(?:^|[;,])\s*DataTime=([^;,]*)/;

export function findKind(cn: string): PacketKind | undefined {
  return packetKinds.find((kind) => String(kind) === cn);
}

/** Reads a packet of data at the time `now`, with readings kept since `oldest`. */
export function readDataPacket(
  packet: Packet,
  kind: PacketKind,
  device: SiteDevice,
  now: number,
  oldest: number,
): ReadingOutcome {
  const moment = dataTime.exec(packet.cp)?.[1] ?? '';
  const wall = readPacketTime(moment);
  const report = {
    kind,
    ts: wall ? toInstant(wall, device.zone, now) : Number.NaN,
    moment,
    rank: computeRank(packet.qn, packet.rf),
    numeric: packet.version === '2005',
    factors: () => readFactors(packet.cp),
  };
  return buildReading(report, device, now, oldest);
}
