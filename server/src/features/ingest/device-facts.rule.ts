import { toInstant } from '@limpid/contract/local-time';
import { deviceCommand } from '@limpid/hj212/commands';
import type { Packet } from '@limpid/hj212/packet';
import { readPacketTime } from '@limpid/hj212/times';

const dataTime = /(?:^|[;,])\s*DataTime=([^;,]*)/;
const realtime = String(deviceCommand.startRealtime);
const heartbeat = String(deviceCommand.heartbeat);
const longest = 64;

/**
 * Seconds by which the clock of the device is ahead; null if the packet does not tell. Real-time data and heartbeats do:
 * they are sent at once and never with the QN of a request. In 2005 they have no QN, but the time of the sample.
 */
export function readClockDrift(packet: Packet, zone: string, now: number): number | null {
  const isPrompt = (packet.cn === realtime || packet.cn === heartbeat) && !packet.rf;
  const wall = isPrompt ? readPacketTime(packet.qn ?? dataTime.exec(packet.cp)?.[1] ?? '') : null;
  return wall && Math.round((toInstant(wall, zone, now) - now) / 100) / 10;
}

/** Compiled once per code; there are as many as device types name. */
const patterns = new Map<string, RegExp>();

/** The value of a code with any suffix, as in `i23101-Info=V2.1` or `CSQ-Rtd=23`; null if the data do not have it. */
export function readFact(cp: string, code: string | null): string | null {
  if (code === null) return null;
  const pattern = patterns.get(code) ?? makePattern(code);
  patterns.set(code, pattern);
  const found = pattern
    .exec(cp)?.[1]
    ?.replace(/^\/\/|\/\/$/g, '')
    .replace(/\p{Cc}/gu, '')
    .trim();
  return found ? found.slice(0, longest) : null;
}

function makePattern(code: string): RegExp {
  const escaped = code.replace(/[.-]/g, '\\$&');
  return new RegExp(`(?:^|[;,])\\s*${escaped}(?:-(?:Info|Rtd|Avg))?\\s*=\\s*([^;,]*)`, 'i');
}
