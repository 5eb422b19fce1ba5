import { DAY_MS } from '@limpid/contract/durations';
import { floorToHour } from '@limpid/contract/local-time';
import type { App } from '../../../platform/app.ts';
import { type Connection, transact } from '../../../platform/db/transaction.ts';
import { formatUtcDay, readBlocks, replaceBlocks } from '../blocks/block.store.ts';
import { lockDay } from '../changes/change.store.ts';
import type { SiteDevice, SiteDirectory } from '../device.ts';
import { findLockAt, type SiteLock } from '../locks/month-lock.rule.ts';
import { beginWriting, readLocks } from '../locks/month-lock.store.ts';
import { markDirty, type OnChanged, updateReading } from '../reading.store.ts';
import type { Reading } from '../reading.ts';
import { type RewritingServices, rewriteInBackground } from '../rewrite-in-background.ts';
import { type Recorrection, recorrectReading } from './recorrect.rule.ts';
import {
  listRecorrections,
  lockLooseReadings,
  type QueuedRecorrection,
  removeRecorrection,
} from './recorrect.store.ts';

const everyMs = 5000;

/**
 * Corrects stored values again where K and B have changed for the past, from what was sent. Their hours are queued for a
 * roll-up; values of locked months wait. Returns the number of changed readings. Safe to interrupt and to repeat.
 */
export async function recorrectValues(
  { pool }: Pick<App, 'pool'>,
  directory: SiteDirectory,
  /** Runs with the changed readings in the transaction that writes them. */
  onChanged: OnChanged = () => Promise.resolve(),
  signal?: AbortSignal,
): Promise<number> {
  const queued = await listRecorrections(pool);
  if (queued.length > 0) await directory.refresh();
  let changed = 0;
  for (const period of queued) {
    const device = directory.findBySite(period.siteId);
    const recorrection = device && findRecorrection(device, period);
    const first = Math.floor(period.from / DAY_MS) * DAY_MS;
    const passed = new Map<number, SiteLock>();
    for (let start = first; recorrection && start < period.until; start += DAY_MS) {
      if (signal?.aborted) return changed;
      const bounds = [Math.max(start, period.from), Math.min(start + DAY_MS, period.until)] as const;
      const day = await transact(
        pool,
        (client) => recorrectDay(client, { device, recorrection, start, bounds, onChanged }),
        { begin: beginWriting },
      );
      changed += day.changed;
      for (const lock of day.locks) passed.set(lock.lockId, lock);
    }
    await removeRecorrection(pool, period.recheckId, [...passed.values()]);
  }
  return changed;
}

/** Runs the queued corrections. */
export function startRecorrections(app: App, services: RewritingServices): () => Promise<void> {
  return rewriteInBackground(app, services, {
    title: 'correcting values again',
    everyMs,
    rewrite: recorrectValues,
  });
}

function findRecorrection(
  device: SiteDevice,
  { channelId, replaced }: QueuedRecorrection,
): Recorrection | undefined {
  const channel = [...device.channels.values()].find((one) => one.channelId === channelId);
  return channel && { channel, replaced, coefficients: device.coefficients.get(channelId) ?? [] };
}

interface SiteDay {
  device: SiteDevice;
  recorrection: Recorrection;
  /** Midnight in UTC. */
  start: number;
  bounds: readonly [number, number];
  onChanged: OnChanged;
}

/** Returns the number of changed readings, and the locks whose months were passed over. */
async function recorrectDay(
  client: Connection,
  day: SiteDay,
): Promise<{ changed: number; locks: readonly SiteLock[] }> {
  const { device, recorrection, start, bounds, onChanged } = day;
  const { siteId, zone } = device;
  await lockDay(client, start);
  const changed: Reading[] = [];
  // A month is not locked while its values wait here; a site that comes to an entity finds months locked.
  const locks = await readLocks(client, [siteId], bounds);
  const recorrect = (reading: Reading) => {
    const { ts } = reading;
    const isWithin = ts >= bounds[0] && ts < bounds[1] && !findLockAt(locks, siteId, ts);
    const found = isWithin ? recorrectReading(reading, recorrection) : undefined;
    if (found) changed.push({ ...found, hour: floorToHour(found.ts, zone) });
    return found ?? reading;
  };
  const packed = (await readBlocks(client, [siteId], [start, start + DAY_MS], 'all')).get(siteId) ?? [];
  const replaced = packed.map(recorrect);
  if (changed.length > 0) await replaceBlocks(client, formatUtcDay(start), new Map([[siteId, replaced]]));
  for (const reading of await lockLooseReadings(client, siteId, bounds)) {
    const found = recorrect(reading);
    if (found !== reading) await updateReading(client, found);
  }
  if (changed.length > 0) {
    await markDirty(client, changed);
    await onChanged(client, changed);
  }
  return { changed: changed.length, locks: locks.get(siteId) ?? [] };
}
