import { fail } from '@limpid/contract/errors';
import { fieldLabel } from '@limpid/contract/kit/resource';
import { role } from '@limpid/contract/system/role';
import type { StoredRow, Writer, WriteValues } from '../../../crud/definition.ts';
import { administratorRoleId, type Caller, hasAllPermissions } from '../../../platform/auth/caller.ts';
import { checkRoleChange, checkRoleGrants } from '../grant/grant.service.ts';
import { listGrants, lockGrants } from '../grant/grant.store.ts';
import {
  isKeyTaken,
  listHolders,
  listMenuGrants,
  listRoleMenus,
  lockRole,
  replaceRoleDepartments,
  replaceRoleMenus,
} from './role.store.ts';

/** The user who created the role; rows of the wire do not have it. */
export type RoleColumns = {
  ownerId: number | null;
};
type RoleValues = WriteValues<typeof role, RoleColumns>;
type StoredRole = StoredRow<typeof role, RoleColumns>;

const namesShown = 3;

/** Checks a role that is added or changed. */
export async function prepareRole(values: RoleValues, writer: Writer, before?: StoredRole): Promise<void> {
  await lockGrants(writer.db, 'role');
  await refuseTakenKey(writer, values.roleKey, before);
  if (!before) {
    values.ownerId = writer.caller.userId;
    await resolveMenus(values, writer, undefined);
    return;
  }
  const roleId = before.roleId;
  const { deptIds, status: stored } = await lockForChange(writer, roleId);
  const { status = stored } = values;
  if (status !== stored) {
    if (status === '1') await refuseOwnRole(writer, roleId);
    // Enabling or disabling a role grants or revokes its permissions for all holders.
    await checkRoleGrants(writer, [roleId], deptIds);
  }
  await resolveMenus(values, writer, roleId);
}

async function refuseTakenKey(
  { db }: Writer,
  roleKey: unknown,
  before: StoredRole | undefined,
): Promise<void> {
  if (roleKey === undefined || roleKey === before?.roleKey) return;
  if (await isKeyTaken(db, String(roleKey), Number(before?.roleId ?? 0)))
    fail('field.taken', { label: fieldLabel(role, 'roleKey') }, 'roleKey');
}

/**
 * Locks the role and returns its status and the departments of its holders. A change affects all holders, so each must
 * be in the caller's data scope.
 */
async function lockForChange(
  { db, scope }: Writer,
  roleId: number,
): Promise<{ deptIds: (number | null)[]; status: string }> {
  if (roleId === administratorRoleId) fail('role.administrator');
  const status = (await lockRole(db, roleId)) ?? fail('row.gone');
  const holders = await listHolders(db, roleId, scope);
  if (!holders.every(({ isReached }) => isReached)) fail('role.held_elsewhere');
  return { deptIds: [...new Set(holders.map(({ deptId }) => deptId))], status };
}

/** Callers cannot disable their own role. */
async function refuseOwnRole({ db, caller, scope }: Writer, roleId: number): Promise<void> {
  const holders = await listHolders(db, roleId, scope);
  if (holders.some(({ userId }) => userId === caller.userId)) fail('role.own');
}

/** Callers cannot reduce their own role, except administrators, who cannot lock themselves out. */
export function refuseOwnReduction(
  caller: Caller,
  holders: readonly { userId: number }[],
  field: string,
): void {
  const isOwn = holders.some(({ userId }) => userId === caller.userId);
  if (isOwn && !hasAllPermissions(caller)) fail('role.own', {}, field);
}

/**
 * Sets the menus that the role will have. Callers may add menus that they have, within their data scope. Menus of the
 * role that the caller does not have are hidden from the caller and stay.
 */
async function resolveMenus(values: RoleValues, writer: Writer, roleId: number | undefined): Promise<void> {
  const { db, caller, language } = writer;
  if (!Array.isArray(values.menuIds)) return;
  const given = new Set(values.menuIds.map(Number));
  const [stored] = roleId === undefined ? [] : await listGrants(db, [roleId]);
  const had = roleId === undefined ? [] : await listRoleMenus(db, roleId);
  const menus = await listMenuGrants(db, [...given, ...had], caller, language);
  if ([...given].some((id) => !menus.some(({ menuId }) => menuId === id))) {
    fail('field.choice', { label: fieldLabel(role, 'menuIds') }, 'menuIds');
  }
  const added = menus.filter(({ menuId }) => given.has(menuId) && !had.includes(menuId));
  const missing = added.filter(({ isHeld }) => !isHeld).map(({ name }) => name);
  if (missing.length > 0) fail('grant.menu', { names: joinFirst(missing) }, 'menuIds');
  const permissions = added.flatMap((menu) => menu.permissions);
  const { roleName = '', dataScope = '5', deptIds = [] } = stored ?? {};
  const holders = roleId === undefined ? [] : await listHolders(db, roleId, writer.scope);
  const holderDeptIds = holders.map(({ deptId }) => deptId);
  await checkRoleChange(writer, { roleName, permissions, dataScope, deptIds, holderDeptIds }, 'menuIds');
  const kept = menus.filter(({ menuId, isHeld }) => !given.has(menuId) && !isHeld);
  const isLess = had.some((id) => !given.has(id) && !kept.some(({ menuId }) => menuId === id));
  if (isLess) refuseOwnReduction(caller, holders, 'menuIds');
  values.menuIds = [...given, ...kept.map(({ menuId }) => menuId)];
}

export async function saveRoleMenus(roleId: number, given: RoleValues, { db }: Writer): Promise<void> {
  const { menuIds } = given;
  if (Array.isArray(menuIds)) await replaceRoleMenus(db, roleId, menuIds.map(Number));
}

export async function prepareRoleRemoval(row: StoredRole, { db, scope }: Writer): Promise<void> {
  const roleId = row.roleId;
  const name = row.roleName;
  if (roleId === administratorRoleId) fail('role.administrator');
  await lockRole(db, roleId);
  const holders = await listHolders(db, roleId, scope);
  const reachedNames = holders.filter(({ isReached }) => isReached).map(({ userName }) => userName);
  if (reachedNames.length > 0)
    fail('role.has_users', { name, users: joinFirst(reachedNames), count: holders.length });
  if (holders.length > 0) fail('row.in_use', { name });
  await replaceRoleMenus(db, roleId, []);
  await replaceRoleDepartments(db, roleId, []);
}

function joinFirst(names: readonly string[]): string {
  const some = names.slice(0, namesShown).join(', ');
  return names.length > namesShown ? `${some}…` : some;
}
