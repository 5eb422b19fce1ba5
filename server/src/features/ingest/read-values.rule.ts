import { DAY_MS } from '@limpid/contract/durations';
import type { RefusalReason } from '@limpid/contract/ingest/refusal';
import { floorToHour } from '@limpid/contract/local-time';
import type { Factor } from '@limpid/hj212/factors';
import { readPacketTime } from '@limpid/hj212/times';
import {
  applyCoefficients,
  correctValue,
  type DeviceChannel,
  mergeReadings,
  type PacketKind,
  packetKind,
  type Reading,
  type ReadingKey,
  type Replaced,
  type SiteDevice,
} from '../reading/model.api.ts';

/** A reading with the parts that were left out, or the reason for its refusal. */
export type ReadingOutcome =
  | { reading: Reading; unknown: string[]; unreadable: number; replaced: Replaced[] }
  | { refused: RefusalReason; detail: string };

/** A reading as a device sent it, independent of the transport. */
export interface ReadingInput {
  kind: PacketKind;
  /** Epoch milliseconds, NaN if the time could not be read; `moment` is its text. */
  ts: number;
  moment: string;
  rank: number;
  /** Flags are digits, as air stations of 2005 send them. */
  numeric: boolean;
  factors(): Factor[];
}

const maxFactors = 128;
const earliest = Date.UTC(2000, 0, 1);

/** Builds the reading of a site at the time `now`, with readings kept since `oldest`. */
export function buildReading(
  report: ReadingInput,
  device: SiteDevice,
  now: number,
  oldest: number,
): ReadingOutcome {
  const { kind, ts, moment, rank, numeric } = report;
  const detail = moment.slice(0, 32);
  if (!(ts >= earliest)) return { refused: 'time', detail };
  if (ts > now + DAY_MS) return { refused: 'future', detail };
  if (ts < oldest) return { refused: 'old', detail };
  const factors = report.factors();
  if (factors.length > maxFactors) return { refused: 'factors', detail: String(factors.length) };
  const place = { siteId: device.siteId, kind, ts, hour: floorToHour(ts, device.zone), rank };
  return readValues(factors, place, device, numeric);
}

/** QN is the device's wall clock; it is only compared within one device, so it needs no zone. */
export function computeRank(qn: string | null, isReissued: boolean): number {
  const wall = qn === null ? null : readPacketTime(qn);
  const moment = wall
    ? Date.UTC(wall.year, wall.month - 1, wall.day, wall.hour, wall.minute, wall.second, wall.millisecond)
    : 0;
  // An impossible year ranks like a missing QN.
  return Math.max(moment, 0) * 2 + (isReissued ? 1 : 0);
}

type RankedKey = ReadingKey & Pick<Reading, 'rank'>;

function readValues(
  factors: Factor[],
  place: RankedKey,
  device: SiteDevice,
  numeric: boolean,
): ReadingOutcome {
  const reading: Reading = { ...place, slots: [], values: [], marks: [] };
  const again: Reading[] = [];
  const unknown: string[] = [];
  let unreadable = 0;
  for (const factor of factors) {
    const channel = device.channels.get(factor.code) ?? device.channels.get(factor.code.toLowerCase());
    if (!channel) {
      if (!isFact(device, factor.code)) unknown.push(factor.code);
      continue;
    }
    const sent = place.kind === packetKind.realtime ? (factor.Rtd ?? factor.Avg) : (factor.Avg ?? factor.Rtd);
    const raw = toStored(sent ?? factor.value);
    const flag = readFlag(factor.Flag, numeric);
    if (raw === null) unreadable++;
    const seen = correctValue(raw, flag, channel, device.coefficients.get(channel.channelId), place.ts);
    const target = reading.slots.includes(channel.slot) ? emptyReading(place, again) : reading;
    target.slots.push(channel.slot);
    target.values.push(seen.value);
    if (seen.mark) target.marks.push(seen.mark);
    if (place.kind !== packetKind.realtime) addExtreme(target, factor, channel, device);
  }
  if (reading.slots.length === 0) {
    return { refused: unknown.length > 0 ? 'channel' : 'empty', detail: unknown.join(',').slice(0, 100) };
  }
  const replaced: Replaced[] = [];
  const merged = again.reduce((whole, part) => {
    const outcome = mergeReadings(whole, part);
    replaced.push(...outcome.replaced);
    return outcome.merged;
  }, reading);
  return { reading: merged, unknown, unreadable, replaced };
}

/** Whether the code carries the firmware or the signal of the device, which are no measured values. */
function isFact({ factCodes: { firmware, signal } }: SiteDevice, code: string): boolean {
  return [firmware, signal].some((fact) => fact?.toLowerCase() === code.toLowerCase());
}

/** Min and Max of a mean, corrected by the same K and B. */
function addExtreme(
  reading: Reading,
  factor: Factor,
  { slot, channelId }: DeviceChannel,
  device: SiteDevice,
): void {
  const [min, max] = [toStored(factor.Min), toStored(factor.Max)];
  if (min === null && max === null) return;
  const coefficients = device.coefficients.get(channelId);
  const [low, high] = [min, max].map((raw) =>
    raw === null ? null : applyCoefficients(raw, coefficients, reading.ts),
  );
  // A negative K swaps them.
  const isTurned = typeof low === 'number' && typeof high === 'number' && low > high;
  const extent = isTurned ? { low: high, high: low } : { low: low ?? null, high: high ?? null };
  reading.extremes = [...(reading.extremes ?? []), { slot, ...extent }];
}

/** A factor that is sent twice in one packet is treated like two packets of one rank. */
function emptyReading(place: RankedKey, list: Reading[]): Reading {
  const reading: Reading = { ...place, slots: [], values: [], marks: [] };
  list.push(reading);
  return reading;
}

function toStored(value: number | null | undefined): number | null {
  if (value === null || value === undefined) return null;
  const stored = Math.fround(value);
  return Number.isFinite(stored) ? stored : null;
}

/** Air stations of 2005 flag by digits: 3 normal, 0 calibrating, 1 weather and 2 abnormal. */
const numericFlags: Record<string, string> = { '0': 'C', '1': 'N', '2': 'D', '3': 'N' };

function readFlag(flag: string | undefined, numeric: boolean): string {
  const letter = flag?.charAt(0).toUpperCase() || 'N';
  // The flag is stored in one byte: anything but a letter or digit becomes '?'.
  return (numeric && numericFlags[letter]) || (/^[A-Z\d]$/.test(letter) ? letter : '?');
}
