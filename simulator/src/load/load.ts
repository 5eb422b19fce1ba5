import { setTimeout as wait } from 'node:timers/promises';
import { dataCommand } from '@limpid/hj212/commands';
import { encodePacket } from '@limpid/hj212/encode';
import { createCity } from '../air/city.ts';
import { beijing } from '../demo/beijing.ts';
import { MINUTE_MS } from '../durations.ts';
import { writeDigits } from '../local-time.ts';
import { type PacketItems, writeRealTime } from '../station/reports.ts';
import type { Address } from '../station/station.ts';
import { LoadClient, type LoadCounts } from './load-client.ts';

export interface LoadOptions {
  address: Address;
  stations: number;
  /** Frames per second of all stations together. */
  rate: number;
  seconds: number;
  seed: number;
  /** The prefix of MNs; a number of six digits follows, starting at 1. */
  prefix?: string;
  zone?: string;
  /** Milliseconds to wait for the last answers. */
  grace?: number;
  signal?: AbortSignal | undefined;
}

export interface LoadReport {
  stations: number;
  seconds: number;
  sent: number;
  acknowledged: number;
  /** Frames that were sent and never answered. */
  lost: number;
  reconnects: number;
  perSecond: number;
  p50: number | null;
  p95: number | null;
  max: number | null;
}

const tickMs = 20;
const poolSize = 240;

/** The MN of a station by its number, starting at 1. */
export function nameLoadStation(number: number, prefix = 'SIM'): string {
  return `${prefix}${String(number).padStart(6, '0')}`;
}

/** Runs stations that send at a rate for some time; returns the measurements. */
export async function runLoad(options: LoadOptions): Promise<LoadReport> {
  const { address, stations, rate, seconds, grace = 10_000, signal } = options;
  const tally: LoadCounts = { sent: 0, acknowledged: 0, reconnects: 0, unproven: 0, times: [] };
  const clients = Array.from({ length: stations }, () => new LoadClient(address, tally));
  const makeFrame = prepareFrames(options);
  const began = performance.now();
  let turn = 0;
  for (let passed = 0; passed < seconds && !signal?.aborted; passed = (performance.now() - began) / 1000) {
    const due = Math.floor(Math.min(passed, seconds) * rate) - tally.sent;
    // Busy connections are skipped; a round without a ready one ends the tick.
    for (let count = 0, idle = 0; count < due && idle < stations; turn++) {
      const station = turn % stations;
      const client = clients[station];
      if (!client?.isReady) {
        client?.start();
        idle++;
        continue;
      }
      const { qn, frame } = makeFrame(station);
      client.send(qn, frame);
      count++;
      idle = 0;
    }
    await wait(tickMs);
  }
  const lasted = (performance.now() - began) / 1000;
  const until = performance.now() + grace;
  while (tally.acknowledged < tally.sent && performance.now() < until && !signal?.aborted) await wait(tickMs);
  for (const client of clients) client.stop();
  return describeLoad(tally, stations, lasted);
}

function describeLoad(
  { sent, acknowledged, reconnects, times }: LoadCounts,
  stations: number,
  lasted: number,
): LoadReport {
  const ordered = Float64Array.from(times).sort();
  const at = (share: number) => {
    const time = ordered[Math.min(Math.floor(ordered.length * share), ordered.length - 1)];
    return time === undefined ? null : Math.round(time * 10) / 10;
  };
  const seconds = Math.round(lasted * 10) / 10;
  const lost = sent - acknowledged;
  const perSecond = Math.round(acknowledged / lasted);
  return {
    stations,
    seconds,
    sent,
    acknowledged,
    lost,
    reconnects,
    perSecond,
    p50: at(0.5),
    p95: at(0.95),
    max: at(1),
  };
}

/**
 * Creates frames fast enough for any rate by repeating a few hours of one city's air. Every frame of a station has its own
 * second, up to about now, so that none replaces another.
 */
function prepareFrames({ seed, stations, rate, seconds, prefix, zone = beijing.zone }: LoadOptions) {
  const city = createCity({ ...beijing, seed });
  const start = Math.floor(Date.now() / 1000) * 1000;
  const site = beijing.sites.find(({ type }) => type === 'AMBIENT');
  const pool: PacketItems[] = Array.from({ length: poolSize }, (_, index) =>
    site ? writeRealTime(city.valuesAt(site, start - index * MINUTE_MS), '2017') : [],
  );
  const first = start - Math.ceil((rate * seconds) / stations) * 1000;
  const counts = new Uint32Array(stations);
  let lastQn = 0;
  return (station: number) => {
    const count = counts[station] ?? 0;
    counts[station] = count + 1;
    lastQn = Math.max(Date.now(), lastQn + 1);
    const qn = writeDigits(lastQn, zone);
    const dataTime = writeDigits(first + count * 1000, zone).slice(0, 14);
    const items = [
      [{ name: 'DataTime', value: dataTime }],
      ...(pool[(count + station * 7) % poolSize] ?? []),
    ];
    const mn = nameLoadStation(station + 1, prefix);
    const header = {
      version: '2017' as const,
      qn,
      st: '22',
      cn: dataCommand.realtime,
      pw: '123456',
      mn,
      wantsAnswer: true,
    };
    return { qn, frame: encodePacket({ ...header, items }) };
  };
}
