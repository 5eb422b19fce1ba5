import type { Caller } from '../../platform/auth/caller.ts';
import type { Database } from '../../platform/db/database.ts';
import { refuseAbove } from './grant.service.ts';

/** Refuses to let the caller act upon a person who may do more than they do. */
export function refusePersonAbove(db: Database, caller: Caller, userId: number): Promise<void> {
  return refuseAbove(db, caller, userId);
}
