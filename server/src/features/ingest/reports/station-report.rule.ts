import { createHash } from 'node:crypto';
import { DAY_MS, MINUTE_MS } from '@limpid/contract/durations';
import { toInstant } from '@limpid/contract/local-time';
import type { Packet } from '@limpid/hj212/packet';
import { hidePasswords } from '@limpid/hj212/secrets';
import {
  type ReportCommand,
  readStationReport,
  reportCommands,
  type StationReport,
} from '@limpid/hj212/station-report';
import { readPacketTime } from '@limpid/hj212/times';
import type { SiteDevice } from '../../reading/model.api.ts';

/** A report as it is stored. */
export interface StoredReport {
  siteId: number;
  ts: number;
  receivedAt: number;
  kind: ReportCommand;
  content: string;
  raw: string;
  digest: Buffer;
  /** Whether a QN or a time identifies the packet; if not, its digest includes its arrival. */
  isIdentified: boolean;
}

/** The part of an earlier report that a repeat is compared with. */
export type EarlierReport = Pick<StoredReport, 'receivedAt' | 'content' | 'raw'>;

const dataTime = /(?:^|[;,])\s*DataTime\s*=\s*([^;,]*)/;
const earliest = Date.UTC(2000, 0, 1);
/** The time in which a packet without QN and time counts as a repeat. */
export const repeatMs = MINUTE_MS;
const longestRaw = 4000;

export function findReportCommand(cn: string): ReportCommand | undefined {
  return reportCommands.find((command) => command === cn);
}

/** Never refuses: data that cannot be decoded are stored as sent, without passwords. `arrival` numbers the packets of this process. */
export function readReportPacket(
  packet: Packet,
  kind: ReportCommand,
  device: Pick<SiteDevice, 'siteId' | 'zone'>,
  now: number,
  arrival: number,
): StoredReport {
  const sent = readDataTime(packet.cp, device.zone, now);
  const isIdentified = Boolean(packet.qn || sent !== undefined);
  const raw = hidePasswords(toText(packet.cp)).slice(0, longestRaw);
  return {
    siteId: device.siteId,
    ts: findReportTime(packet.cp, device.zone, now),
    receivedAt: now,
    kind,
    content: JSON.stringify(readStationReport(kind, raw)),
    raw,
    digest: createHash('sha256')
      .update(`${packet.qn ?? ''}\n${packet.cp}${isIdentified ? '' : `\n${now} ${arrival}`}`)
      .digest(),
    isIdentified,
  };
}

function readDataTime(cp: string, zone: string, now: number): number | undefined {
  const wall = readPacketTime(dataTime.exec(cp)?.[1]?.trim() ?? '');
  return wall ? toInstant(wall, zone, now) : undefined;
}

/** The DataTime of a report; now if it has none, or an impossible one. */
export function findReportTime(cp: string, zone: string, now: number): number {
  const sent = readDataTime(cp, zone, now);
  return sent !== undefined && sent >= earliest && sent <= now + DAY_MS ? sent : now;
}

/**
 * Whether a packet without QN and time is a repeat: the same data arrived within a minute, and no report since then
 * contradicts them. `earlier` are the reports of the same site and kind in the order of their arrival.
 */
export function isRepeated(report: StoredReport, earlier: readonly EarlierReport[]): boolean {
  // Truncated data may differ in the part that is not stored.
  if (report.isIdentified || report.raw.length >= longestRaw) return false;
  const same = earlier.findLastIndex(({ raw }) => raw === report.raw);
  const found = earlier[same];
  if (!found || report.receivedAt - found.receivedAt >= repeatMs) return false;
  return !earlier.slice(same + 1).some((one) => contradicts(one, report));
}

/** Reports without a common code do not contradict each other; a report without codes contradicts every different one. */
function contradicts(one: EarlierReport, other: EarlierReport): boolean {
  const [values, others] = [valuesOf(one), valuesOf(other)];
  if (values.size === 0 || others.size === 0) return one.raw !== other.raw;
  return [...values].some(([code, value]) => others.has(code) && others.get(code) !== value);
}

function valuesOf({ content }: EarlierReport): Map<string, string> {
  const { polId, items } = JSON.parse(content) as StationReport;
  return new Map(items.map(({ code, value }) => [`${polId ?? ''} ${code}`, value]));
}

/** Replaces characters that the database cannot store. */
function toText(sent: string): string {
  return sent.replace(/\p{Cc}/gu, '\ufffd').toWellFormed();
}
