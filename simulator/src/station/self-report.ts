import type { PacketField } from '@limpid/hj212/fields';
import { HOUR_MS } from '../durations.ts';
import { deriveSeed, randomUnit } from '../random.ts';
import type { PacketItems } from './reports.ts';

/** How a station tells the version of its program and the strength of its signal; each code is that of the device type. */
export interface SelfReport {
  firmware: { code: string; version: string };
  signal: { code: string };
}

const infoId = /^i\d{5}$/;
/** The range of AT+CSQ in which a modem works well. */
const [weakest, strongest] = [14, 31];

/** Station information is sent with 3020, any other code among the real-time data. */
export function isStationInfo(code: string): boolean {
  return infoId.test(code);
}

export function writeFirmware({ firmware: { code, version } }: SelfReport): PacketField {
  return { name: `${code}-Info`, value: version };
}

/** The strength of the signal, which changes from hour to hour around that of the place. */
function writeSignal({ signal: { code } }: SelfReport, mn: string, time: number): PacketField {
  const seed = deriveSeed(0, mn);
  const usual = weakest + randomUnit(seed, 0) * (strongest - weakest);
  const now = usual + (randomUnit(seed, Math.floor(time / HOUR_MS)) - 0.5) * 6;
  return { name: `${code}-Rtd`, value: String(Math.round(Math.min(strongest, Math.max(weakest, now)))) };
}

/** What of it is part of the real-time data. */
export function writeSelfReport(report: SelfReport, mn: string, time: number): PacketItems {
  const firmware = isStationInfo(report.firmware.code) ? [] : [[writeFirmware(report)]];
  return [...firmware, [writeSignal(report, mn, time)]];
}
