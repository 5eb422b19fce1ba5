import type { App } from '../../../platform/app.ts';
import { excludeWriters } from '../../reading/locks/locks.api.ts';
import { rebuildHoursForZone } from '../../reading/storage.api.ts';
import {
  holdForUnlock,
  listMovedSites,
  queueHoursLeftOut,
  removeLock,
  type StoredLock,
} from './lock.store.ts';

/**
 * Unlocks a month. What was left out while it was locked follows: kept packets, ranges that were widened, rules that
 * leave hours out no more, and the hours of sites that came later or whose zone has changed. Returns the number of kept
 * packets; undefined if somebody else has unlocked it.
 */
export function releaseMonthLock(
  app: Pick<App, 'db' | 'clock'>,
  lock: StoredLock,
  by: { userName: string; reason: string },
): Promise<number | undefined> {
  return app.db.transaction().execute(async (db) => {
    await holdForUnlock(db, lock.entityId);
    await excludeWriters(db);
    await queueHoursLeftOut(db, lock);
    const moved = await listMovedSites(db, lock);
    const packets = await removeLock(db, lock, { ...by, at: app.clock.now() });
    if (packets !== undefined && moved.length > 0) await rebuildHoursForZone(db, moved);
    return packets;
  });
}
