import { DAY_MS } from '@limpid/contract/durations';
import { floorToHour } from '@limpid/contract/local-time';
import type { App } from '../../../platform/app.ts';
import { type Connection, transact } from '../../../platform/db/transaction.ts';
import { formatUtcDay, readBlocks, replaceBlocks } from '../blocks/block.store.ts';
import { lockDay } from '../changes/change.store.ts';
import type { SiteDevice, SiteDirectory } from '../device.ts';
import { findLockAt, type SiteLocks } from '../locks/month-lock.rule.ts';
import { beginWriting, readLocks } from '../locks/month-lock.store.ts';
import { listPartitionDays } from '../packed/packing.store.ts';
import { markDirty, type OnChanged, updateReading } from '../reading.store.ts';
import type { Reading } from '../reading.ts';
import { type RewritingServices, rewriteInBackground } from '../rewrite-in-background.ts';
import {
  hasNumberOutOfRange,
  type Limits,
  listUnmarked,
  mayChange,
  type Recheck,
  recheckReading,
} from './recheck-ranges.rule.ts';
import {
  listPackedSites,
  listReadingDays,
  listRecheckSites,
  listRechecks,
  lockCandidates,
  removeRechecks,
} from './recheck-ranges.store.ts';

const everyMs = 10_000;
const sitesAtOnce = 100;

type Deps = Pick<App, 'pool' | 'clock'>;

/**
 * Checks stored values again after the range of their channel has changed: numbers within it count now, and values that were
 * clamped to an old limit are corrected by K and B. Their hours, and those with numbers out of range, are queued for a
 * roll-up. Returns the number of changed readings. Safe to interrupt and to repeat.
 */
export async function recheckRanges(
  { pool, clock }: Deps,
  directory: SiteDirectory,
  /** Runs with the changed readings in the transaction that writes them. */
  onChanged: OnChanged = () => Promise.resolve(),
  signal?: AbortSignal,
): Promise<number> {
  const queued = await listRechecks(pool);
  if (queued.length === 0) return 0;
  await directory.refresh();
  const slots = new Map(queued.map(({ slot, oldLimits }) => [slot, oldLimits]));
  const tomorrow = formatUtcDay(clock.now().getTime() + 2 * DAY_MS);
  let changed = 0;
  for (const day of await listReadingDays(pool, await listPartitionDays(pool, tomorrow))) {
    const start = Date.parse(`${day}T00:00:00Z`);
    const sites = new Set([
      ...(await listPackedSites(pool, day)),
      ...(await listRecheckSites(pool, [start, start + DAY_MS], slots)),
    ]);
    // Same lock order as ingest.
    const all = [...sites].toSorted((a, b) => a - b).flatMap((siteId) => directory.findBySite(siteId) ?? []);
    for (let from = 0; from < all.length; from += sitesAtOnce) {
      if (signal?.aborted) return changed;
      const some = all.slice(from, from + sitesAtOnce);
      changed += await transact(pool, (client) => recheckSites(client, some, start, slots, onChanged), {
        begin: beginWriting,
      });
    }
  }
  await removeRechecks(pool, queued);
  return changed;
}

/** Runs the queued rechecks. */
export function startRangeRechecks(app: App, services: RewritingServices): () => Promise<void> {
  return rewriteInBackground(app, services, { title: 'rechecking ranges', everyMs, rewrite: recheckRanges });
}

async function recheckSites(
  client: Connection,
  devices: readonly SiteDevice[],
  start: number,
  slots: Limits,
  onChanged: OnChanged,
): Promise<number> {
  await lockDay(client, start);
  const changed: Reading[] = [];
  const bounds = [start, start + DAY_MS] as const;
  const ids = devices.map(({ siteId }) => siteId);
  const locks = await readLocks(client, ids, bounds);
  const all = devices.map((device): SiteDay => {
    const rechecks = listRechecksOf(device, slots);
    return { client, device, rechecks, start, unmarked: listUnmarked(rechecks), locks };
  });
  // Marks are in the spines: values are read only for days that change.
  const unmarked = [...new Set(all.flatMap((siteDay) => [...siteDay.unmarked.keys()]))];
  const spines = await readBlocks(client, ids, bounds, unmarked);
  for (const siteDay of all) {
    const { device, rechecks } = siteDay;
    if (rechecks.size === 0) continue;
    const packed = (spines.get(device.siteId) ?? []).filter((reading) => !isLocked(siteDay, reading));
    if (packed.some((reading) => mayChange(reading, rechecks)))
      changed.push(...(await recheckPacked(siteDay)));
    await markHours(
      siteDay,
      packed.filter((reading) => hasNumberOutOfRange(reading, rechecks)),
    );
    changed.push(...(await recheckLoose(siteDay)));
  }
  if (changed.length > 0) await onChanged(client, changed);
  return changed.length;
}

interface SiteDay {
  client: Connection;
  device: SiteDevice;
  rechecks: ReadonlyMap<number, Recheck>;
  /** The limits at which values may be stored without a mark. */
  unmarked: Limits;
  start: number;
  /** The values of locked months are checked when these are unlocked. */
  locks: SiteLocks;
}

function isLocked({ locks, device }: SiteDay, { ts }: Reading): boolean {
  return findLockAt(locks, device.siteId, ts) !== undefined;
}

function listRechecksOf(device: SiteDevice, slots: Limits): Map<number, Recheck> {
  const rechecks = new Map<number, Recheck>();
  for (const channel of device.channels.values()) {
    const oldLimits = slots.get(channel.slot);
    if (!oldLimits) continue;
    const coefficients = device.coefficients.get(channel.channelId);
    rechecks.set(channel.slot, { channel, coefficients, oldLimits });
  }
  return rechecks;
}

async function recheckPacked(siteDay: SiteDay): Promise<Reading[]> {
  const { client, device, rechecks, start } = siteDay;
  const { siteId } = device;
  const readings = (await readBlocks(client, [siteId], [start, start + DAY_MS], 'all')).get(siteId) ?? [];
  const changed: Reading[] = [];
  const rechecked = readings.map((reading) => {
    const found = isLocked(siteDay, reading) ? undefined : recheckReading(reading, rechecks);
    if (found) changed.push(found);
    return found ?? reading;
  });
  if (changed.length === 0) return [];
  await replaceBlocks(client, formatUtcDay(start), new Map([[siteId, rechecked]]));
  await markHours(siteDay, changed);
  return changed;
}

async function recheckLoose(siteDay: SiteDay): Promise<Reading[]> {
  const { client, device, rechecks, start, unmarked } = siteDay;
  const candidates = await lockCandidates(client, device.siteId, [start, start + DAY_MS], unmarked);
  const found = candidates.filter((reading) => !isLocked(siteDay, reading));
  const changed = found.flatMap((reading) => recheckReading(reading, rechecks) ?? []);
  for (const reading of changed) await updateReading(client, reading);
  const outOfRange = found.filter((reading) => hasNumberOutOfRange(reading, rechecks));
  await markHours(siteDay, [...changed, ...outOfRange]);
  return changed;
}

async function markHours({ client, device }: SiteDay, readings: readonly Reading[]): Promise<void> {
  if (readings.length === 0) return;
  await markDirty(
    client,
    readings.map((reading) => ({ ...reading, hour: floorToHour(reading.ts, device.zone) })),
  );
}
