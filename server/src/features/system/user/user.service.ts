import { fail } from '@limpid/contract/errors';
import { fieldLabel } from '@limpid/contract/kit/resource';
import { user } from '@limpid/contract/system/user';
import type { CrudOptions, StoredRow, Writer, WriteValues } from '../../../crud/definition.ts';
import { administratorRoleId, hasAllPermissions, isSuperUser } from '../../../platform/auth/caller.ts';
import { endSessionsOf } from '../../../platform/auth/sessions.store.ts';
import { isDepartmentEnabled } from '../department/department.store.ts';
import {
  checkRoleGrants,
  checkUserMove,
  listExceedingRoles,
  refuseMorePowerfulUser,
} from '../grant/grant.service.ts';
import { findUserRoles, lockUsers } from '../grant/grant.store.ts';
import { accountKey } from '../login-guard/login-guard.service.ts';
import { clearFailures } from '../login-guard/login-guard.store.ts';
import {
  findPosts,
  hasOtherAdministrator,
  listPostChoices,
  listRoleChoices,
  readRoleAndPostIds,
  removeUserLinks,
  replacePosts,
  replaceRoles,
} from './user.store.ts';
import { checkContacts } from './user-contact.service.ts';
import { checkUserName } from './user-name.service.ts';

/** Written together with a new user; never read as part of a row. */
export type UserColumns = {
  password?: string;
  mustChangePassword?: boolean;
  passwordTime?: Date;
};
type UserValues = WriteValues<typeof user, UserColumns>;
type StoredUser = StoredRow<typeof user, UserColumns>;

const userNameField = { field: 'userName', label: fieldLabel(user, 'userName') };

/** The rules of adding, changing and deleting a user. */
export const userRules = {
  async beforeWrite(values, writer, before) {
    if (before) await lockUsers(writer.db, [before.userId]);
    if (before) await refuseProtectedUser(writer, before);
    else await checkUserName(writer.db, String(values.userName), userNameField);
    const userId = before && before.userId;
    await checkContacts(writer.db, writer.caller, { userId, values, before, labels: `${user.texts}.fields` });
    await checkDepartment(writer, values, before);
    await checkPosts(writer, distinct(values.postIds));
    await checkRoles(writer, values, before);
    if (before && isStopping(values, before)) await refuseStopping(writer, before);
  },

  async afterWrite(userId, given, { db }, before) {
    const [roleIds, postIds] = [distinct(given.roleIds), distinct(given.postIds)];
    if (roleIds) await replaceRoles(db, userId, roleIds);
    if (postIds) await replacePosts(db, userId, postIds);
    if (before && isStopping(given, before)) await endSessionsOf(db, userId);
  },

  async beforeRemove(row, { db, caller }) {
    const userId = row.userId;
    if (userId === caller.userId) fail('user.remove_self');
    refuseSuperUser(row);
    await refuseMorePowerfulUser(db, caller, userId);
    await refuseLastAdministrator(db, userId);
    await removeUserLinks(db, userId);
    await endSessionsOf(db, userId);
    await clearFailures(db, accountKey(row.userName));
  },
} satisfies Partial<CrudOptions<typeof user, UserColumns>>;

/**
 * The posts and roles that a form offers. Roles that exceed the caller are marked; the administrator role is offered to
 * administrators only.
 */
export async function listFormChoices(
  { db, caller, scope }: Pick<Writer, 'db' | 'caller' | 'scope'>,
  userId?: number,
) {
  const user = userId === undefined ? undefined : await findUserRoles(db, userId);
  const exceeding = await listExceedingRoles(db, caller, undefined, user && [user.deptId]);
  const roles = await listRoleChoices(db, scope, userId);
  return {
    roles: roles
      .filter(({ admin, flag }) => !admin || flag || hasAllPermissions(caller))
      .map((role) => ({ ...role, exceeds: exceeding.some(({ roleId }) => roleId === role.roleId) })),
    posts: await listPostChoices(db),
  };
}

/** The super user can be changed only by itself, in its profile. */
export function refuseSuperUser(row: StoredUser): void {
  if (isSuperUser({ userId: row.userId })) fail('user.administrator');
}

async function refuseProtectedUser({ db, caller }: Writer, before: StoredUser): Promise<void> {
  refuseSuperUser(before);
  await refuseMorePowerfulUser(db, caller, before.userId);
}

function isStopping(values: UserValues, before: StoredUser): boolean {
  return values.status === '1' && before.status !== '1';
}

async function refuseStopping({ db, caller }: Writer, before: StoredUser): Promise<void> {
  const userId = before.userId;
  if (userId === caller.userId) fail('user.stop_self', {}, 'status');
  await refuseLastAdministrator(db, userId);
}

async function refuseLastAdministrator(db: Writer['db'], userId: number): Promise<void> {
  const { roleIds } = await readRoleAndPostIds(db, userId);
  if (!roleIds.includes(administratorRoleId)) return;
  if (!(await hasOtherAdministrator(db, userId))) fail('user.last_administrator');
}

/** A user may stay in a disabled department. */
async function checkDepartment(
  { db }: Writer,
  values: UserValues,
  before: StoredUser | undefined,
): Promise<void> {
  const { deptId } = values;
  if (typeof deptId !== 'number' || deptId === before?.deptId) return;
  if (!(await isDepartmentEnabled(db, deptId)))
    fail('field.choice', { label: fieldLabel(user, 'deptId') }, 'deptId');
}

async function checkPosts({ db }: Writer, postIds: readonly number[] | undefined): Promise<void> {
  if (!postIds) return;
  const existing = await findPosts(db, postIds);
  if (existing.length < postIds.length)
    fail('field.choice', { label: fieldLabel(user, 'postIds') }, 'postIds');
}

/** Checks the roles that a user gets, loses, or takes to another department; unchanged roles are not checked. */
async function checkRoles(writer: Writer, values: UserValues, before: StoredUser | undefined): Promise<void> {
  const { db, caller, scope } = writer;
  const userId = Number(before?.userId);
  const { roleIds: held = [], deptId: from = null } = (before && (await findUserRoles(db, userId))) ?? {};
  const roleIds = distinct(values.roleIds) ?? held;
  const to = values.deptId === undefined ? from : values.deptId;
  const added = roleIds.filter((id) => !held.includes(id));
  const removed = held.filter((id) => !roleIds.includes(id));
  const offered = await listRoleChoices(db, scope, undefined);
  if (!added.every((id) => offered.some(({ roleId }) => roleId === id)))
    fail('field.choice', { label: fieldLabel(user, 'roleIds') }, 'roleIds');
  await checkRoleGrants(writer, added, [to], 'roleIds');
  await checkRoleGrants(writer, removed, [from], 'roleIds');
  if (before && to !== from) await checkUserMove(writer, userId, roleIds, { from, to });
  if (removed.length > 0 && userId === caller.userId) fail('role.own', {}, 'roleIds');
  if (removed.includes(administratorRoleId)) await refuseLastAdministrator(db, userId);
}

function distinct(ids: readonly number[] | null | undefined): number[] | undefined {
  return ids ? [...new Set(ids)] : undefined;
}
