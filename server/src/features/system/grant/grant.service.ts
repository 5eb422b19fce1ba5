import { type ErrorKey, fail } from '@limpid/contract/errors';
import type { Writer } from '../../../crud/definition.ts';
import { type Caller, hasAllPermissions } from '../../../platform/auth/caller.ts';
import type { Database } from '../../../platform/db/database.ts';
import {
  type DepartmentMove,
  findExceeding,
  type Grant,
  grantsOfDepartment,
  grantsOfMenu,
  grantsOfMove,
  grantsOfRole,
  grantsOfSiteMove,
  grantsOfUserMove,
  type HeldRole,
} from './grant.rule.ts';
import {
  findUserRoles,
  listGrants,
  listHeldGrants,
  listRolesWithMenu,
  listSubtree,
  lockRoles,
  type StoredRole,
} from './grant.store.ts';

type Granter = Pick<Writer, 'db' | 'caller'>;
type DeptId = number | null;

/** Refuses the first grant that exceeds what the caller holds; every check of this file ends here. */
async function refuseExceeding(
  { db, caller }: Granter,
  grants: readonly Grant[],
  key: ErrorKey,
  field?: string,
): Promise<void> {
  if (hasAllPermissions(caller) || grants.length === 0) return;
  const [grant] = findExceeding(caller, grants, await listSubtree(db, caller.deptId));
  if (grant) fail(key, { name: grant.roleName }, field);
}

/** The roles, of these or of all, that give holders in these departments more than the caller holds. */
export async function listExceedingRoles(
  db: Database,
  caller: Caller,
  roleIds?: readonly number[],
  holderDeptIds: readonly DeptId[] = [],
): Promise<StoredRole[]> {
  if (hasAllPermissions(caller) || roleIds?.length === 0) return [];
  const [roles, below] = [await listGrants(db, roleIds), await listSubtree(db, caller.deptId)];
  return roles.filter(
    (role) => findExceeding(caller, grantsOfRole({ ...role, holderDeptIds }), below).length > 0,
  );
}

/** Refuses to assign these roles to users of these departments, or to remove them. */
export async function checkRoleGrants(
  granter: Granter,
  roleIds: readonly number[],
  holderDeptIds: readonly DeptId[],
  field?: string,
): Promise<void> {
  if (hasAllPermissions(granter.caller) || roleIds.length === 0) return;
  await lockRoles(granter.db, roleIds, 'share');
  const roles = await listGrants(granter.db, roleIds);
  const grants = roles.flatMap((role) => grantsOfRole({ ...role, holderDeptIds }));
  await refuseExceeding(granter, grants, 'grant.role', field);
}

/** Refuses a move by which the user's roles, or the caller's permissions over the user, would exceed what the caller holds. */
export async function checkUserMove(
  granter: Granter,
  userId: number,
  roleIds: readonly number[],
  move: { from: DeptId; to: DeptId },
): Promise<void> {
  const { db, caller } = granter;
  if (hasAllPermissions(caller)) return;
  await lockRoles(db, roleIds, 'share');
  const grants = grantsOfDepartment(await listGrants(db, roleIds), move.to);
  await refuseExceeding(granter, grants, 'grant.department', 'deptId');
  if (userId === caller.userId) return;
  const gained = grantsOfUserMove(caller, move, await listSubtree(db, caller.deptId));
  await refuseExceeding(granter, gained, 'grant.user_move', 'deptId');
}

/** Refuses to move an entity, or a site to another entity, where the caller would hold more permissions over it. */
export async function checkSiteMove(
  granter: Granter,
  move: { from: DeptId; to: DeptId },
  field: string,
): Promise<void> {
  const { db, caller } = granter;
  if (hasAllPermissions(caller) || move.from === move.to) return;
  const gained = grantsOfSiteMove(caller, move, await listSubtree(db, caller.deptId));
  await refuseExceeding(granter, gained, 'grant.site_move', field);
}

/** Refuses menus or a data scope by which a role would give its holders more than the caller holds. */
export async function checkRoleChange(granter: Granter, role: HeldRole, field: string): Promise<void> {
  await refuseExceeding(granter, grantsOfRole(role), 'grant.reach', field);
}

/** Refuses permissions that a menu would give through one of the roles that have it. */
export async function checkMenuGrants(
  granter: Granter,
  menuId: number,
  permissions: readonly string[],
  field: string,
): Promise<void> {
  if (hasAllPermissions(granter.caller) || permissions.length === 0) return;
  const roleIds = await listRolesWithMenu(granter.db, menuId);
  await lockRoles(granter.db, roleIds, 'update');
  const grants = grantsOfMenu(permissions, await listHeldGrants(granter.db, roleIds));
  await refuseExceeding(granter, grants, 'grant.menu_role', field);
}

/** Refuses a parent by which a department's subtree would enter the data scope of other users. */
export async function checkDepartmentMove(granter: Granter, move: DepartmentMove): Promise<void> {
  if (hasAllPermissions(granter.caller)) return;
  const roleIds = (await listGrants(granter.db))
    .filter(({ dataScope }) => dataScope === '4')
    .map(({ roleId }) => roleId);
  await lockRoles(granter.db, roleIds, 'update');
  const grants = grantsOfMove(await listHeldGrants(granter.db, roleIds), move);
  await refuseExceeding(granter, grants, 'grant.department_move', 'parentId');
}

/** Refuses to act on a user who holds more than the caller. */
export async function refuseMorePowerfulUser(db: Database, caller: Caller, userId: number): Promise<void> {
  if (userId === caller.userId) return;
  const user = (await findUserRoles(db, userId)) ?? fail('row.gone');
  const above = await listExceedingRoles(db, caller, user.roleIds, [user.deptId]);
  if (above.length > 0) fail('user.above', { name: user.userName });
}
