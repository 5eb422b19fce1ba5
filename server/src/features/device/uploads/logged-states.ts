import { HOUR_MS } from '@limpid/contract/durations';
import type { Packet } from '@limpid/hj212/packet';
import { readStationReport } from '@limpid/hj212/station-report';

/** States and parameters that are in the log already: some stations report them with every reading. */
export interface LoggedStates {
  /** Whether a packet only repeats what was logged within an hour. */
  has(siteId: number, packet: Packet, now: number): boolean;
  add(siteId: number, packet: Packet, now: number): void;
}

const stationInfo = '3020';
/** Logs are no states: `i11001`, `i21001`, `i31001`. */
const logCode = /^i\d1/;
const repeatedMs = HOUR_MS;
/** Bounds the memory; what is forgotten is logged once more. */
const most = 100_000;

export function openLoggedStates(): LoggedStates {
  const logged = new Map<string, { values: string; at: number }>();
  return {
    has(siteId, packet, now) {
      const state = readState(siteId, packet);
      const before = state && logged.get(state.key);
      return before !== undefined && before.values === state?.values && now - before.at < repeatedMs;
    },
    add(siteId, packet, now) {
      const state = readState(siteId, packet);
      if (!state) return;
      if (logged.size >= most) logged.clear();
      logged.set(state.key, { values: state.values, at: now });
    },
  };
}

/** What a packet is about and what it says; undefined if it is a log or cannot be read. */
function readState(siteId: number, { cn, cp }: Packet): { key: string; values: string } | undefined {
  if (cn !== stationInfo) return undefined;
  const { polId, items } = readStationReport(stationInfo, cp);
  if (items.length === 0 || items.some(({ code }) => logCode.test(code))) return undefined;
  return {
    key: `${siteId} ${polId ?? ''} ${items.map(({ code }) => code).join(' ')}`,
    values: items.map(({ value }) => value).join(';'),
  };
}
