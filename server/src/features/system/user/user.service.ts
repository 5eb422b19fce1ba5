import { fail } from '@limpid/contract/errors';
import { fieldLabel } from '@limpid/contract/kit/resource';
import { user } from '@limpid/contract/system/user';
import type { CrudOptions, FieldValues, Writer } from '../../../crud/definition.ts';
import { administratorRoleId, isSuperUser, mayEverything } from '../../../platform/auth/caller.ts';
import { endSessionsOf } from '../../../platform/auth/sessions.store.ts';
import { isDepartmentEnabled } from '../department/department.store.ts';
import {
  checkRoleGrants,
  checkUserMove,
  listExceedingRoles,
  refuseMorePowerfulUser,
} from '../grant/grant.service.ts';
import { findUserRoles, lockUsers } from '../grant/grant.store.ts';
import { accountKey } from '../login/login-guard.service.ts';
import { clearFailures } from '../login/login-guard.store.ts';
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

const userNameField = { field: 'userName', label: fieldLabel(user, 'userName') };

/** The rules of adding, changing and deleting a user. */
export const userRules = {
  async beforeWrite(values, writer, before) {
    if (before) await lockUsers(writer.db, [Number(before['userId'])]);
    if (before) await refuseProtectedUser(writer, before);
    else await checkUserName(writer.db, String(values['userName']), userNameField);
    const userId = before && Number(before['userId']);
    await checkContacts(writer.db, writer.caller, { userId, values, before, labels: `${user.texts}.fields` });
    await checkDepartment(writer, values, before);
    await checkPosts(writer, idsOf(values['postIds']));
    await checkRoles(writer, values, before);
    if (before && isStopping(values, before)) await refuseStopping(writer, before);
  },

  async afterWrite(userId, given, { db }, before) {
    const [roleIds, postIds] = [idsOf(given['roleIds']), idsOf(given['postIds'])];
    if (roleIds) await replaceRoles(db, userId, roleIds);
    if (postIds) await replacePosts(db, userId, postIds);
    if (before && isStopping(given, before)) await endSessionsOf(db, userId);
  },

  async beforeRemove(row, { db, caller }) {
    const userId = Number(row['userId']);
    if (userId === caller.userId) fail('user.remove_self');
    refuseSuperUser(row);
    await refuseMorePowerfulUser(db, caller, userId);
    await refuseLastAdministrator(db, userId);
    await removeUserLinks(db, userId);
    await endSessionsOf(db, userId);
    await clearFailures(db, accountKey(String(row['userName'])));
  },
} satisfies Partial<CrudOptions>;

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
      .filter(({ admin, flag }) => !admin || flag || mayEverything(caller))
      .map((role) => ({ ...role, exceeds: exceeding.some(({ roleId }) => roleId === role.roleId) })),
    posts: await listPostChoices(db),
  };
}

/** The super user can be changed only by itself, in its profile. */
export function refuseSuperUser(row: FieldValues): void {
  if (isSuperUser({ userId: Number(row['userId']) })) fail('user.administrator');
}

async function refuseProtectedUser({ db, caller }: Writer, before: FieldValues): Promise<void> {
  refuseSuperUser(before);
  await refuseMorePowerfulUser(db, caller, Number(before['userId']));
}

function isStopping(values: FieldValues, before: FieldValues): boolean {
  return values['status'] === '1' && before['status'] !== '1';
}

async function refuseStopping({ db, caller }: Writer, before: FieldValues): Promise<void> {
  const userId = Number(before['userId']);
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
  values: FieldValues,
  before: FieldValues | undefined,
): Promise<void> {
  const { deptId } = values;
  if (typeof deptId !== 'number' || deptId === before?.['deptId']) return;
  if (!(await isDepartmentEnabled(db, deptId)))
    fail('field.choice', { label: fieldLabel(user, 'deptId') }, 'deptId');
}

async function checkPosts({ db }: Writer, postIds: readonly number[] | undefined): Promise<void> {
  if (!postIds) return;
  const known = await findPosts(db, postIds);
  if (known.length < postIds.length) fail('field.choice', { label: fieldLabel(user, 'postIds') }, 'postIds');
}

/** Checks the roles that a user gets, loses, or takes to another department; unchanged roles are not checked. */
async function checkRoles(
  writer: Writer,
  values: FieldValues,
  before: FieldValues | undefined,
): Promise<void> {
  const { db, caller, scope } = writer;
  const userId = Number(before?.['userId']);
  const { roleIds: held = [], deptId: from = null } = (before && (await findUserRoles(db, userId))) ?? {};
  const roleIds = idsOf(values['roleIds']) ?? held;
  const to = values['deptId'] === undefined ? from : toDeptId(values['deptId']);
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

function toDeptId(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

function idsOf(value: unknown): number[] | undefined {
  return Array.isArray(value) ? [...new Set(value.map(Number))] : undefined;
}
