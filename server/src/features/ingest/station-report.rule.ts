import { createHash } from 'node:crypto';
import type { Packet } from '@limpid/hj212/packet';
import { type ReportCommand, readStationReport, reportCommands } from '@limpid/hj212/station-report';
import { readTime } from '@limpid/hj212/times';
import { instantOf } from '../../platform/zone.ts';
import type { Device } from './device.ts';

/** A report as it is stored. */
export interface StoredReport {
  siteId: number;
  ts: number;
  receivedAt: number;
  kind: ReportCommand;
  content: string;
  raw: string;
  digest: Buffer;
}

const dataTime = /(?:^|[;,])\s*DataTime\s*=\s*([^;,]*)/;
const earliest = Date.UTC(2000, 0, 1);
const [minuteMs, dayMs] = [60_000, 86_400_000];
const longestRaw = 4000;

export function findReportCommand(cn: string): ReportCommand | undefined {
  return reportCommands.find((command) => command === cn);
}

/** Nothing is refused: what cannot be decoded is kept as it was sent. */
export function readReportPacket(
  packet: Packet,
  kind: ReportCommand,
  device: Pick<Device, 'siteId' | 'zone'>,
  now: number,
): StoredReport {
  const wall = readTime(dataTime.exec(packet.cp)?.[1]?.trim() ?? '');
  const sent = wall ? instantOf(wall, device.zone, now) : Number.NaN;
  // Without a QN and a time, the minute of arrival tells a repeated state from a repeated packet.
  const minute = packet.qn || wall ? '' : String(Math.floor(now / minuteMs));
  const raw = toText(packet.cp).slice(0, longestRaw);
  return {
    siteId: device.siteId,
    ts: sent >= earliest && sent <= now + dayMs ? sent : now,
    receivedAt: now,
    kind,
    content: JSON.stringify(readStationReport(kind, raw)),
    raw,
    digest: createHash('sha256')
      .update(`${packet.qn ?? ''}\n${packet.cp}${minute && `\n${minute}`}`)
      .digest(),
  };
}

/** A text that the database can hold. */
function toText(sent: string): string {
  return sent.replace(/\p{Cc}/gu, '\ufffd').toWellFormed();
}
