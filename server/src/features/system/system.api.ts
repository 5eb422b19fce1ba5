import type { Caller } from '../../platform/auth/caller.ts';
import type { ScopeRule } from '../../platform/auth/scope.store.ts';
import type { Database } from '../../platform/db/database.ts';
import { checkSiteMove, refuseAbove } from './grant/grant.service.ts';
import { getPersonalization } from './personalization/personalization.store.ts';
import { roleScope } from './role/role.store.ts';

/** Refuses to let the caller act upon a person who may do more than they do. */
export function refusePersonAbove(db: Database, caller: Caller, userId: number): Promise<void> {
  return refuseAbove(db, caller, userId);
}

/** Refuses a change of department by which the caller would gain permissions over an entity or a site. */
export function refuseSiteMove(...args: Parameters<typeof checkSiteMove>): Promise<void> {
  return checkSiteMove(...args);
}

/** The roles that a caller sees. */
export const visibleRoles: ScopeRule = roleScope;

/** When the installation was set up. */
export async function getInstallationTime(db: Database): Promise<string> {
  const { installedAt } = await getPersonalization(db);
  return installedAt;
}
