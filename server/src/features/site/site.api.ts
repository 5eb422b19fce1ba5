import type { Database } from '../../platform/db/database.ts';
import { isEntityIn } from './entity.store.ts';
import { isOnline } from './online.rule.ts';

/** Whether a value measured at this moment (epoch milliseconds) still tells how things are: as a site is online. */
export function isFresh(ts: number, reportInterval: number, now: Date): boolean {
  return isOnline(new Date(ts), reportInterval, now);
}

/** Whether any entity belongs to the department. */
export function hasEntities(db: Database, deptId: number): Promise<boolean> {
  return isEntityIn(db, deptId);
}
