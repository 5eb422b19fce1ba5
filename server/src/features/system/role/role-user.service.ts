import { fail } from '@limpid/contract/errors';
import type { RowOf } from '@limpid/contract/kit/row';
import type { roleUser } from '@limpid/contract/system/role';
import { user } from '@limpid/contract/system/user';
import type { Requester, Writer } from '../../../crud/definition.ts';
import {
  administratorRoleId,
  type Caller,
  hasAllPermissions,
  isSuperUser,
} from '../../../platform/auth/caller.ts';
import { computeScope, isWithinScope, type Scope } from '../../../platform/auth/scope.rule.ts';
import type { Database } from '../../../platform/db/database.ts';
import { type ContactField, contactFields, maskEmail, maskPhone } from '../contact/contact.rule.ts';
import { checkRoleGrants } from '../grant/grant.service.ts';
import { lockRoles, lockUsers } from '../grant/grant.store.ts';
import { insertHolders, isRoleVisible, listUsersInScope, removeHolders } from './role.store.ts';

/** The scope of the list of users, which shows phone numbers and e-mail addresses. */
function contactScope(caller: Caller): Scope {
  return computeScope(caller, `${user.permission}:list`);
}

/** Masks the contacts of users who are not in the caller's list of users. */
export async function maskContacts(
  db: Database,
  caller: Caller,
  rows: readonly RowOf<typeof roleUser>[],
): Promise<RowOf<typeof roleUser>[]> {
  const ids = rows.map(({ userId }) => userId);
  const reached = await listUsersInScope(db, ids, contactScope(caller));
  const shown = new Set(reached.map(({ userId }) => userId));
  const mask = (value: string | null, by: (text: string) => string) => (value ? by(value) : value);
  return rows.map((row) =>
    shown.has(row.userId)
      ? row
      : { ...row, phonenumber: mask(row.phonenumber, maskPhone), email: mask(row.email, maskEmail) },
  );
}

/** Refuses to search or sort by contacts that would be masked: the order of the rows would reveal them. */
export function refuseContactSearch(
  { caller, scope }: Pick<Requester, 'caller' | 'scope'>,
  query: { roleId: number } & Partial<Record<ContactField | 'orderByColumn', unknown>>,
): void {
  const isUsed = contactFields.some((field) => query[field] || query.orderByColumn === field);
  if (isUsed && !isWithinScope(scope, contactScope(caller))) fail('auth.forbidden');
}

/** Assigns a role that the caller may grant to users of the caller's data scope. */
export async function assignRole(writer: Writer, roleId: number, userIds: readonly number[]): Promise<void> {
  await checkRoleUsers(writer, roleId, userIds);
  await insertHolders(writer.db, roleId, userIds);
}

/** Removes users from a role by the same rules. Callers cannot remove themselves: they might be unable to undo it. */
export async function unassignRole(
  writer: Writer,
  roleId: number,
  userIds: readonly number[],
): Promise<void> {
  await checkRoleUsers(writer, roleId, userIds);
  if (userIds.includes(writer.caller.userId)) fail('role.own');
  await removeHolders(writer.db, roleId, userIds);
}

async function checkRoleUsers(writer: Writer, roleId: number, userIds: readonly number[]): Promise<void> {
  const { db, caller, scope } = writer;
  if (!(await isRoleVisible(db, scope, roleId))) fail('row.gone');
  await lockUsers(db, userIds);
  await lockRoles(db, [roleId], 'share');
  if (roleId === administratorRoleId && !hasAllPermissions(caller)) fail('role.administrator');
  if (userIds.some((userId) => isSuperUser({ userId }))) fail('user.administrator');
  const people = await listUsersInScope(db, userIds, scope);
  if (people.length !== new Set(userIds).size) fail('scope.denied');
  await checkRoleGrants(
    writer,
    [roleId],
    people.map(({ deptId }) => deptId),
  );
}
