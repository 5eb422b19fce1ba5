import type { Caller } from '../../platform/auth/caller.ts';
import type { ScopeRule } from '../../platform/auth/scope.store.ts';
import type { Database } from '../../platform/db/database.ts';
import { checkSiteMove, refuseMorePowerfulUser } from './grant/grant.service.ts';
import { getPersonalization } from './personalization/personalization.store.ts';
import { roleScope } from './role/role.store.ts';

export { isDepartmentEnabled } from './department/department.store.ts';

/** Refuses the action of a caller on a user who holds more permissions. */
export function refuseActionOnUser(db: Database, caller: Caller, userId: number): Promise<void> {
  return refuseMorePowerfulUser(db, caller, userId);
}

/** Refuses a move by which the caller would gain permissions over an entity or a site. */
export function refuseSiteMove(...args: Parameters<typeof checkSiteMove>): Promise<void> {
  return checkSiteMove(...args);
}

/** The data scope of roles. */
export const visibleRoles: ScopeRule = roleScope;

/** When the installation was set up. */
export async function getInstallationTime(db: Database): Promise<string> {
  const { installedAt } = await getPersonalization(db);
  return installedAt;
}

/** The file with the logo of the installation; null without one. */
export async function getLogoId(db: Database): Promise<string | null> {
  const { homeLogo } = await getPersonalization(db);
  return homeLogo;
}
