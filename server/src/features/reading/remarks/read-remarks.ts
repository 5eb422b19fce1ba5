import { DAY_MS, MINUTE_MS } from '@limpid/contract/durations';
import { floorToHour, startOfDay } from '@limpid/contract/local-time';
import type { App } from '../../../platform/app.ts';
import { beginSnapshot, type Connection, transact } from '../../../platform/db/transaction.ts';
import { joinReadings, readMarked, readMarkedBlocks } from '../blocks/block.store.ts';
import type { SiteDirectory } from '../device.ts';
import { type PacketKind, packetKind, type Reading } from '../reading.ts';
import { readStoredReadings } from '../stored-readings.ts';
import { type Remark, remarkOn } from './remarks.rule.ts';

type RemarkStep = 'minute' | 'five' | 'hour' | 'day';

/** The remarks on a site's values, by slot and by the start of the step. */
export type ReadRemarks = (
  siteId: number,
  step: RemarkStep,
  bounds: readonly [from: number, to: number],
  slots: readonly number[],
) => Promise<ReadonlyMap<number, ReadonlyMap<number, Remark>>>;

const stepMs = { minute: MINUTE_MS, five: 5 * MINUTE_MS } as const;

/** Marked readings of so many days are in memory at once: every minute of an imported day is marked. */
const daysAtOnce = 31;

/** Reads remarks on stored values: flags, manual changes, imports and raw values. */
export function openRemarks({ pool }: Pick<App, 'pool'>, directory: SiteDirectory): ReadRemarks {
  return async (siteId, step, bounds, slots) => {
    const zone = directory.findBySite(siteId)?.zone ?? 'UTC';
    const startOf = (ts: number) => {
      if (step === 'day') return startOfDay(ts, zone);
      return step === 'hour' ? floorToHour(ts, zone) : Math.floor(ts / stepMs[step]) * stepMs[step];
    };
    const kinds: readonly PacketKind[] =
      step === 'hour' || step === 'day'
        ? [packetKind.realtime, packetKind.minute, packetKind.hour]
        : [packetKind.realtime, packetKind.minute];
    const found = new Map(slots.map((slot) => [slot, new Map<number, Remark>()]));
    const addRemarks = (all: readonly Reading[]) => {
      const readings = all.filter(({ kind }) => kinds.includes(kind));
      for (const [start, ofStep] of Map.groupBy(readings, ({ ts }) => startOf(ts))) {
        if (ofStep.every(({ marks }) => marks.length === 0)) continue;
        for (const [slot, remark] of remarkOn(ofStep, step === 'minute' ? 'minute' : 'longer'))
          found.get(slot)?.set(start, remark);
      }
    };
    const parts = step === 'day' ? cutDays(bounds, startOf) : [bounds];
    await transact(
      pool,
      async (client) => {
        for (const part of parts) addRemarks(await readAll(client, siteId, step, part, slots));
      },
      { begin: beginSnapshot },
    );
    return found;
  };
}

/** Parts of a few days, which meet at midnight. */
function cutDays(
  [from, to]: readonly [number, number],
  startOf: (ts: number) => number,
): (readonly [number, number])[] {
  const parts: (readonly [number, number])[] = [];
  for (let start = from; start < to; ) {
    const end = Math.min(to, startOf(start + daysAtOnce * DAY_MS));
    parts.push([start, end]);
    start = end;
  }
  return parts;
}

/** Reads marked readings only, unless details need the merge with other readings of the same key. */
async function readAll(
  client: Connection,
  siteId: number,
  step: RemarkStep,
  bounds: readonly [number, number],
  slots: readonly number[],
): Promise<Reading[]> {
  // Marks are in the spines: most days have none, and their values are not read.
  const { marked, hasBlocks } = await readMarkedBlocks(client, siteId, bounds);
  const loose = await readMarked(client, siteId, bounds);
  const isDetailed = step === 'minute' && hasBlocks && marked.length + loose.length > 0;
  if (!isDetailed) return joinReadings(marked, loose).readings;
  const { byKey } = await readStoredReadings(client, siteId, bounds, slots);
  return [...byKey.values()];
}
