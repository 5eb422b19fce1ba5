import { fail } from '@limpid/contract/errors';
import { fieldLabel } from '@limpid/contract/kit/resource';
import { user } from '@limpid/contract/system/user';
import type { Crud, Values, Writer } from '../../crud/definition.ts';
import { administratorRoleId, isSuperUser, mayEverything } from '../../platform/auth/caller.ts';
import { endSessionsOf } from '../../platform/auth/sessions.store.ts';
import { checkRoleGrants, listExceedingRoles, refuseAbove } from './grant.service.ts';
import { listGrants } from './grant.store.ts';
import { accountSubject } from './login.service.ts';
import { forgetAttempts } from './login.store.ts';
import {
  findPosts,
  hasOtherAdministrator,
  isDepartmentOpen,
  isNameTaken,
  listPostChoices,
  listRoleChoices,
  readLinks,
  removeLinks,
  replacePosts,
  replaceRoles,
} from './user.store.ts';

/** The rules of adding, changing and deleting a person. */
export const userRules = {
  async beforeWrite(values, writer, before) {
    if (before) await refuseUntouchable(writer, before);
    else await refuseTakenName(writer, String(values['userName']));
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
    await refuseAbove(db, caller, userId);
    await refuseLastAdministrator(db, userId);
    await removeLinks(db, userId);
    await endSessionsOf(db, userId);
    await forgetAttempts(db, accountSubject(String(row['userName'])));
  },
} satisfies Partial<Crud>;

/** What a form may offer; the administrator's role only to those who have it to give, and for who is one by number. */
export async function listChoices({ db, caller }: Pick<Writer, 'db' | 'caller'>, userId?: number) {
  const exceeding = new Set((await listExceedingRoles(db, caller)).map(({ roleId }) => roleId));
  const isOffered = userId === 1 || mayEverything(caller);
  const roles = await listRoleChoices(db, userId);
  return {
    roles: roles
      .filter(({ admin, flag }) => isOffered || flag || !admin)
      .map((role) => ({ ...role, exceeds: exceeding.has(role.roleId) })),
    posts: await listPostChoices(db),
  };
}

/** The super user is nobody's to change but their own, in their own centre. */
export function refuseSuperUser(row: Values): void {
  if (isSuperUser({ userId: Number(row['userId']) })) fail('user.administrator');
}

/** Whoever may do more is changed by those who may as much; one's own form is one's own. */
async function refuseUntouchable({ db, caller }: Writer, before: Values): Promise<void> {
  refuseSuperUser(before);
  await refuseAbove(db, caller, Number(before['userId']));
}

function isStopping(values: Values, before: Values): boolean {
  return values['status'] === '1' && before['status'] !== '1';
}

async function refuseStopping({ db, caller }: Writer, before: Values): Promise<void> {
  const userId = Number(before['userId']);
  if (userId === caller.userId) fail('user.stop_self', {}, 'status');
  await refuseLastAdministrator(db, userId);
}

async function refuseLastAdministrator(db: Writer['db'], userId: number): Promise<void> {
  const { roleIds } = await readLinks(db, userId);
  if (!roleIds.includes(administratorRoleId)) return;
  if (!(await hasOtherAdministrator(db, userId))) fail('user.last_administrator');
}

async function refuseTakenName({ db }: Writer, userName: string): Promise<void> {
  if (await isNameTaken(db, userName))
    fail('field.taken', { label: fieldLabel(user, 'userName') }, 'userName');
}

/** Who stands in a stopped department may stay there. */
async function checkDepartment({ db }: Writer, values: Values, before: Values | undefined): Promise<void> {
  const { deptId } = values;
  if (typeof deptId !== 'number' || deptId === before?.['deptId']) return;
  if (!(await isDepartmentOpen(db, deptId)))
    fail('field.choice', { label: fieldLabel(user, 'deptId') }, 'deptId');
}

async function checkPosts({ db }: Writer, postIds: readonly number[] | undefined): Promise<void> {
  if (!postIds) return;
  const known = await findPosts(db, postIds);
  if (known.length < postIds.length) fail('field.choice', { label: fieldLabel(user, 'postIds') }, 'postIds');
}

/** Only what changes is looked at: what somebody holds already may stay. */
async function checkRoles({ db, caller }: Writer, values: Values, before: Values | undefined): Promise<void> {
  const roleIds = idsOf(values['roleIds']);
  if (!roleIds) return;
  const userId = Number(before?.['userId']);
  const held = before ? (await readLinks(db, userId)).roleIds : [];
  const added = roleIds.filter((id) => !held.includes(id));
  const removed = held.filter((id) => !roleIds.includes(id));
  if ((await listGrants(db, added)).length < added.length)
    fail('field.choice', { label: fieldLabel(user, 'roleIds') }, 'roleIds');
  const { deptId = before?.['deptId'] } = values;
  const place = typeof deptId === 'number' ? deptId : null;
  await checkRoleGrants(db, caller, [...added, ...removed], [place], 'roleIds');
  if (removed.length > 0 && userId === caller.userId) fail('role.own', {}, 'roleIds');
  if (removed.includes(administratorRoleId)) await refuseLastAdministrator(db, userId);
}

function idsOf(value: unknown): number[] | undefined {
  return Array.isArray(value) ? [...new Set(value.map(Number))] : undefined;
}
