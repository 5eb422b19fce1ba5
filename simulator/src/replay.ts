import { setTimeout as wait } from 'node:timers/promises';
import type { Version } from '@limpid/hj212/packet';
import type { HourRow } from './hourly-csv.ts';
import type { Counts } from './outbox.ts';
import { writeMeans } from './reports.ts';
import { type Address, startStation } from './station.ts';

export interface ReplayOptions {
  address: Address;
  mn: string;
  rows: readonly HourRow[];
  zone: string;
  version?: Version;
  st?: string;
  pw?: string;
  key?: Uint8Array;
  /** Milliseconds without any progress after which it gives up. */
  patience?: number;
  signal?: AbortSignal | undefined;
}

const ahead = 200;
const glance = 50;

/** Sends hours as a station that had measured them; done when each was answered, or nothing moves any more. */
export async function replayHours(options: ReplayOptions): Promise<Counts & { rows: number }> {
  const { rows, version = '2017', st = '22', patience = 30_000, signal } = options;
  const station = startStation({ ...options, version, st, sends: [], valuesAt: () => ({}) });
  const { device } = station;
  let next = 0;
  let heardAt = Date.now();
  let heard = 0;
  while (!signal?.aborted && Date.now() - heardAt < patience) {
    for (; next < rows.length && device.outbox.size < ahead; next++) {
      const row = rows[next];
      if (!row || Object.keys(row.values).length === 0) continue;
      device.outbox.add(device.writeData('2061', row.time, writeMeans(row.values, version), Date.now()));
    }
    if (next === rows.length && device.outbox.size === 0) break;
    await wait(glance);
    const { acknowledged } = device.outbox.counts;
    if (acknowledged > heard) [heard, heardAt] = [acknowledged, Date.now()];
  }
  const { sent, acknowledged, resent, lost } = station.counts();
  const left = device.outbox.size + rows.length - next;
  station.stop();
  return { rows: rows.length, sent, acknowledged, resent, lost: lost + left };
}
