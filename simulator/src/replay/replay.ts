import { setTimeout as wait } from 'node:timers/promises';
import { dataCommand } from '@limpid/hj212/commands';
import type { Version } from '@limpid/hj212/packet';
import type { OutboxCounts } from '../station/outbox.ts';
import { writeMeans } from '../station/reports.ts';
import { type Address, startStation } from '../station/station.ts';
import type { HourRow } from './hourly-csv.ts';

export interface ReplayOptions {
  address: Address;
  mn: string;
  rows: readonly HourRow[];
  zone: string;
  version?: Version;
  st?: string;
  pw?: string;
  key?: Uint8Array;
  /** Milliseconds without progress after which the replay gives up. */
  stallTimeout?: number;
  signal?: AbortSignal | undefined;
}

const maxQueued = 200;
const pollMs = 50;

/** Sends hours as if a station had measured them; ends when all are answered or progress stalls. */
export async function replayHours(options: ReplayOptions): Promise<OutboxCounts & { rows: number }> {
  const { rows, version = '2017', st = '22', stallTimeout = 30_000, signal } = options;
  const station = startStation({ ...options, version, st, sends: [], valuesAt: () => ({}) });
  const { device } = station;
  let next = 0;
  let progressAt = Date.now();
  let acknowledgedBefore = 0;
  while (!signal?.aborted && Date.now() - progressAt < stallTimeout) {
    for (; next < rows.length && device.outbox.size < maxQueued; next++) {
      const row = rows[next];
      if (!row || Object.keys(row.values).length === 0) continue;
      device.outbox.add(
        device.writeData(dataCommand.hour, row.time, writeMeans(row.values, version), Date.now()),
      );
    }
    if (next === rows.length && device.outbox.size === 0) break;
    await wait(pollMs);
    const { acknowledged } = device.outbox.counts;
    if (acknowledged > acknowledgedBefore) [acknowledgedBefore, progressAt] = [acknowledged, Date.now()];
  }
  const { sent, acknowledged, resent, lost } = station.counts();
  const left = device.outbox.size + rows.length - next;
  station.stop();
  return { rows: rows.length, sent, acknowledged, resent, lost: lost + left };
}
