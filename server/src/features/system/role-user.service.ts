import { fail } from '@limpid/contract/errors';
import type { Writer } from '../../crud/definition.ts';
import { administratorRoleId, isSuperUser, mayEverything } from '../../platform/auth/caller.ts';
import { checkRoleGrants } from './grant.service.ts';
import { lockRoles, lockUsers } from './grant.store.ts';
import { insertHolders, isRoleSeen, listReached, removeHolders } from './role.store.ts';

/** Gives people a role that the caller sees and does not exceed, if the caller reaches every one of them. */
export async function giveRole(writer: Writer, roleId: number, userIds: readonly number[]): Promise<void> {
  await checkPeople(writer, roleId, userIds);
  await insertHolders(writer.db, roleId, userIds);
}

/** Takes it away by the same rules; nobody from themselves, or they might not come back. */
export async function takeRole(writer: Writer, roleId: number, userIds: readonly number[]): Promise<void> {
  await checkPeople(writer, roleId, userIds);
  if (userIds.includes(writer.caller.userId)) fail('role.own');
  await removeHolders(writer.db, roleId, userIds);
}

async function checkPeople(writer: Writer, roleId: number, userIds: readonly number[]): Promise<void> {
  const { db, caller, scope } = writer;
  if (!(await isRoleSeen(db, scope, roleId))) fail('row.gone');
  await lockUsers(db, userIds);
  await lockRoles(db, [roleId], 'share');
  if (roleId === administratorRoleId && !mayEverything(caller)) fail('role.administrator');
  if (userIds.some((userId) => isSuperUser({ userId }))) fail('user.administrator');
  const people = await listReached(db, userIds, scope);
  if (people.length !== new Set(userIds).size) fail('scope.denied');
  await checkRoleGrants(
    writer,
    [roleId],
    people.map(({ deptId }) => deptId),
  );
}
