import { minValidSeconds } from '@limpid/aqi/validity';
import { HOUR_MS } from '@limpid/contract/durations';
import type { App } from '../../../platform/app.ts';
import { beginSnapshot, type Connection, transact } from '../../../platform/db/transaction.ts';
import { slotBit } from '../averaging/averaging.rule.ts';
import { joinReadings, readBlocks, readLoose } from '../blocks/block.store.ts';
import { listDoubtfulHours } from '../changes/doubtful-hours.store.ts';
import type { SiteDevice, SiteDirectory, StoredChannel } from '../device.ts';
import { readHourMeans } from '../hour-means.ts';
import type { MeanLine } from '../period.store.ts';
import { listExcludedHours } from './excluded-hours.store.ts';
import { findRawMean, type RawHour, summariseRawHour } from './raw-hour.rule.ts';
import { listUnmeasuredHours } from './unmeasured-hours.store.ts';

type Bounds = readonly [from: number, to: number];
/** By the start of the hour. */
type RawHours = Map<number, RawHour>;
/** Starts of hours by slot. */
type HoursBySlot = ReadonlyMap<number, ReadonlySet<number>>;

/**
 * The means of hours as the devices sent them, by site and slot. Most follow from the stored mean; the others, in which
 * K and B have changed or a value was clamped, corrected, imported without K and B or has just arrived, are made of their
 * readings. An hour that a data rule leaves out is invalid either way.
 */
export function readRawHours(
  { pool }: Pick<App, 'pool'>,
  directory: SiteDirectory,
  siteIds: readonly number[],
  bounds: Bounds,
  channels: readonly StoredChannel[],
): Promise<Map<number, Map<number, RawHours>>> {
  return transact(
    pool,
    async (connection) => {
      const slots = channels.map(({ slot }) => slot).toSorted((a, b) => a - b);
      const means = await readHourMeans(connection, siteIds, bounds, slots, 'extremes');
      const doubtful = await listDoubtfulHours(connection, siteIds, bounds);
      const unmeasured = await listUnmeasuredHours(connection, siteIds, bounds);
      const excluded = await listExcludedHours(connection, siteIds, bounds);
      const found = new Map<number, Map<number, RawHours>>();
      for (const siteId of siteIds) {
        const device = directory.findBySite(siteId);
        if (!device) continue;
        const bySlot = new Map<number, RawHours>();
        const left = new Map<number, ReadonlySet<number>>();
        for (const channel of channels) {
          const line = means.get(siteId)?.get(channel.slot);
          const unsureOf = listUnsure(channel.slot, doubtful.get(siteId), unmeasured.get(siteId));
          const { hours, unsure } = readLine(line, channel, device, unsureOf);
          bySlot.set(channel.slot, hours);
          if (unsure.length > 0) left.set(channel.slot, new Set(unsure));
        }
        if (left.size > 0)
          await addFromReadings(connection, device, { left, excluded: excluded.get(siteId) }, bySlot);
        found.set(siteId, bySlot);
      }
      return found;
    },
    { begin: beginSnapshot },
  );
}

/** The hours of a slot whose stored mean says nothing about what the device has measured. */
function listUnsure(
  slot: number,
  doubtful: ReadonlySet<number> = new Set(),
  unmeasured: ReadonlyMap<number, number | null> = new Map(),
): Set<number> {
  const unsure = new Set(doubtful);
  for (const [at, slots] of unmeasured) if (slots === null || slots & slotBit(slot)) unsure.add(at);
  return unsure;
}

function readLine(
  line: MeanLine | undefined,
  { channelId, minValue, maxValue }: StoredChannel,
  { coefficients }: SiteDevice,
  doubtful: ReadonlySet<number>,
): { hours: RawHours; unsure: number[] } {
  const hours: RawHours = new Map();
  const unsure: number[] = [...doubtful];
  const ofChannel = coefficients.get(channelId) ?? [];
  for (const [place, at] of (line?.at ?? []).entries()) {
    if (doubtful.has(at)) continue;
    const mean = line?.values[place] ?? Number.NaN;
    const covered = line?.covered[place] ?? 0;
    if (covered < minValidSeconds) {
      // Only a data rule leaves an hour with a mean without any valid time.
      hours.set(at, { without: covered === 0 ? 'excluded' : 'invalid' });
      continue;
    }
    const extent = { low: line?.low?.[place] ?? mean, high: line?.high?.[place] ?? mean };
    const raw = findRawMean({ at, mean, ...extent }, ofChannel, { min: minValue, max: maxValue });
    if (raw === undefined) unsure.push(at);
    else hours.set(at, { raw });
  }
  return { hours, unsure };
}

/** Hours that are closer to each other are read together. */
const together = 6 * HOUR_MS;

async function addFromReadings(
  connection: Connection,
  { siteId, interval }: SiteDevice,
  { left, excluded }: { left: HoursBySlot; excluded: HoursBySlot | undefined },
  bySlot: ReadonlyMap<number, RawHours>,
): Promise<void> {
  const slots = [...left.keys()];
  for (const bounds of joinHours(new Set([...left.values()].flatMap((hours) => [...hours])))) {
    const packed = (await readBlocks(connection, [siteId], bounds, slots)).get(siteId) ?? [];
    const { readings } = joinReadings(packed, await readLoose(connection, [siteId], bounds));
    const shift = bounds[0] % HOUR_MS;
    const byHour = Map.groupBy(readings, ({ ts }) => ts - ((ts - shift) % HOUR_MS));
    for (const [at, ofHour] of byHour) {
      for (const slot of slots) {
        if (!left.get(slot)?.has(at)) continue;
        const hour = summariseRawHour(ofHour, slot, interval);
        if (!hour) continue;
        const isLeftOut = 'raw' in hour && excluded?.get(slot)?.has(at);
        bySlot.get(slot)?.set(at, isLeftOut ? { without: 'excluded' } : hour);
      }
    }
  }
}

function joinHours(hours: ReadonlySet<number>): Bounds[] {
  const joined: [number, number][] = [];
  for (const at of [...hours].toSorted((a, b) => a - b)) {
    const last = joined.at(-1);
    if (last && at - last[1] <= together) last[1] = at + HOUR_MS;
    else joined.push([at, at + HOUR_MS]);
  }
  return joined;
}
