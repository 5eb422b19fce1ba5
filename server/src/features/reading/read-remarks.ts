import { MINUTE_MS } from '@limpid/contract/durations';
import { floorToHour } from '@limpid/contract/local-time';
import type { App } from '../../platform/app.ts';
import { beginSnapshot, type Connection, transact } from '../../platform/db/transaction.ts';
import { joinReadings, readBlocks, readMarked } from './blocks/block.store.ts';
import type { SiteDirectory } from './device.ts';
import { type PacketKind, packetKind, type Reading } from './reading.ts';
import { type Remark, remarkOn } from './remarks.rule.ts';
import { readStoredReadings } from './stored-readings.ts';

/** The remarks on a site's values, by slot and by the start of the step. */
export type ReadRemarks = (
  siteId: number,
  step: 'minute' | 'five' | 'hour',
  bounds: readonly [from: number, to: number],
  slots: readonly number[],
) => Promise<ReadonlyMap<number, ReadonlyMap<number, Remark>>>;

const stepMs = { minute: MINUTE_MS, five: 5 * MINUTE_MS } as const;

/** Reads remarks on stored values: flags, manual changes, imports and raw values. */
export function openRemarks({ pool }: Pick<App, 'pool'>, directory: SiteDirectory): ReadRemarks {
  return async (siteId, step, bounds, slots) => {
    const zone = directory.findBySite(siteId)?.zone ?? 'UTC';
    const startOf = (ts: number) =>
      step === 'hour' ? floorToHour(ts, zone) : Math.floor(ts / stepMs[step]) * stepMs[step];
    const all = await transact(pool, (client) => readAll(client, siteId, step, bounds, slots), {
      begin: beginSnapshot,
    });
    const kinds: readonly PacketKind[] =
      step === 'hour'
        ? [packetKind.realtime, packetKind.minute, packetKind.hour]
        : [packetKind.realtime, packetKind.minute];
    const readings = all.filter(({ kind }) => kinds.includes(kind));
    const found = new Map(slots.map((slot) => [slot, new Map<number, Remark>()]));
    for (const [start, ofStep] of Map.groupBy(readings, ({ ts }) => startOf(ts))) {
      if (ofStep.every(({ marks }) => marks.length === 0)) continue;
      for (const [slot, remark] of remarkOn(ofStep, step === 'minute' ? 'minute' : 'longer'))
        found.get(slot)?.set(start, remark);
    }
    return found;
  };
}

/** Reads marked readings only, unless details need the merge with other readings of the same key. */
async function readAll(
  client: Connection,
  siteId: number,
  step: 'minute' | 'five' | 'hour',
  bounds: readonly [number, number],
  slots: readonly number[],
): Promise<Reading[]> {
  // Marks are in the spines: most days have none, and their values are not read.
  const packed = (await readBlocks(client, [siteId], bounds, [])).get(siteId) ?? [];
  const loose = await readMarked(client, siteId, bounds);
  const marked = packed.filter(({ marks }) => marks.length > 0);
  const isDetailed = step === 'minute' && packed.length > 0 && marked.length + loose.length > 0;
  if (!isDetailed) return joinReadings(marked, loose).readings;
  const { byKey } = await readStoredReadings(client, siteId, bounds, slots);
  return [...byKey.values()];
}
