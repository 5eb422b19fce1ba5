import { fail } from '@limpid/contract/errors';
import { type Caller, mayEverything } from '../../platform/auth/caller.ts';
import type { Database } from '../../platform/db/database.ts';
import { findExceeding } from './grant.rule.ts';
import { findStanding, listBelow, listGrants, type StoredRole } from './grant.store.ts';

/** Of these roles, or of all, those that give people in these departments more than the caller holds. */
export async function listExceedingRoles(
  db: Database,
  caller: Caller,
  roleIds?: readonly number[],
  deptIds: readonly (number | null)[] = [],
): Promise<StoredRole[]> {
  if (mayEverything(caller) || roleIds?.length === 0) return [];
  const roles = await listGrants(db, roleIds);
  return findExceeding(caller, roles, await listBelow(db, caller.deptId), deptIds);
}

/** Refuses roles that give people in these departments more than the caller holds. */
export async function checkRoleGrants(
  db: Database,
  caller: Caller,
  roleIds: readonly number[],
  deptIds: readonly (number | null)[],
  field?: string,
): Promise<void> {
  const [role] = await listExceedingRoles(db, caller, roleIds, deptIds);
  if (role) fail('grant.role', { name: role.roleName }, field);
}

/** Whoever may do more is not theirs to change, to stop, to log out, to delete, or to let somebody else log in as. */
export async function refuseAbove(db: Database, caller: Caller, userId: number): Promise<void> {
  if (userId === caller.userId) return;
  const person = (await findStanding(db, userId)) ?? fail('row.gone');
  const above = await listExceedingRoles(db, caller, person.roleIds, [person.deptId]);
  if (above.length > 0) fail('user.above', { name: person.userName });
}
