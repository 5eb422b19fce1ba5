import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { fullRounds } from '../../../testing/full-rounds.ts';

/** The same in each `npm test`, another in each `npm run soak`, which prints it; the variable `SEED` repeats a run. */
export const sequenceSeed = Number(process.env['SEED'] ?? (fullRounds ? randomInt(2 ** 31) : 212));

/**
 * A small organisation in which a user with limited permissions changes users, roles, menus and departments. The model
 * does not use the product's code, because that code is compared with it.
 */
export interface Organisation {
  depts: Record<number, { parentId: number }>;
  users: Record<number, { deptId: number | null; roleIds: number[]; on: boolean }>;
  roles: Record<number, { scope: string; deptIds: number[]; menuIds: number[]; on: boolean }>;
  menus: Record<number, { perms: string[]; on: boolean }>;
}

export type GrantChange =
  | { kind: 'moveUser'; userId: number; deptId: number | null }
  | { kind: 'setUserRoles'; userId: number; roleIds: number[] }
  | { kind: 'startUser'; userId: number; on: boolean }
  | { kind: 'addUser'; deptId: number; roleIds: number[] }
  | { kind: 'addRole'; menuIds: number[] }
  | { kind: 'setMenus'; roleId: number; menuIds: number[] }
  | { kind: 'startRole'; roleId: number; on: boolean }
  | { kind: 'setScope'; roleId: number; scope: string; deptIds: number[] }
  | { kind: 'assignRole'; roleId: number; userIds: number[] }
  | { kind: 'unassignRole'; roleId: number; userIds: number[] }
  | { kind: 'setPerms'; menuId: number; perms: string[] }
  | { kind: 'startMenu'; menuId: number; on: boolean }
  | { kind: 'moveDept'; deptId: number; parentId: number }
  | { kind: 'addDept'; parentId: number }
  | { kind: 'removeDept'; deptId: number };

/** The permissions of the screens of users, roles, menus and departments, and two others. */
const menuPerms = [
  ['system:user:edit', 'system:user:add'],
  ['system:role:edit', 'system:role:add'],
  ['system:menu:edit'],
  ['system:dept:edit', 'system:dept:add', 'system:dept:remove'],
  ['x:one:list'],
  ['x:two:list', 'x:one:edit'],
];
const allPerms = menuPerms.flat();

const deptIds = [1, 2, 3, 4, 5, 6];
/** 1 ─ (2 ─ (3, 4), 5 ─ 6). */
const parents: Record<number, number> = { 1: 0, 2: 1, 3: 2, 4: 2, 5: 1, 6: 5 };
const dept = fc.constantFrom(...deptIds);
const scope = fc.constantFrom('1', '2', '2', '3', '3', '4', '4', '4', '5');
const menuIds = menuPerms.map((_, index) => index + 1);
const usuallyOn = fc.integer({ min: 0, max: 4 }).map((n) => n > 0);

const roleOf = (menus: fc.Arbitrary<number[]>) =>
  fc.record({ scope, deptIds: fc.subarray(deptIds, { maxLength: 3 }), menuIds: menus, on: usuallyOn });
const anyRole = roleOf(fc.subarray(menuIds, { maxLength: 3 }));
/** Has most permissions to change something. */
const managingRole = roleOf(fc.subarray([1, 2, 3, 4], { minLength: 3 })).map((role) => ({
  ...role,
  on: true,
}));
const userOf = (roles: fc.Arbitrary<number[]>) =>
  fc.record({ deptId: fc.option(dept, { freq: 9 }), roleIds: roles, on: usuallyOn });

/** User 1, with role 1, makes the changes. */
export const organisations: fc.Arbitrary<Organisation> = fc
  .record({
    roles: fc.tuple(managingRole, anyRole, anyRole, anyRole, anyRole),
    actor: userOf(fc.subarray([2, 3], { maxLength: 2 })),
    users: fc.array(userOf(fc.subarray([1, 2, 3, 4, 5], { maxLength: 2 })), { minLength: 3, maxLength: 3 }),
    stopped: fc.subarray(menuIds, { maxLength: 1 }),
  })
  .map(({ roles, actor, users, stopped }) => ({
    depts: Object.fromEntries(deptIds.map((id) => [id, { parentId: parents[id] ?? 0 }])),
    users: numbered([
      { ...actor, deptId: actor.deptId ?? 2, roleIds: [1, ...actor.roleIds], on: true },
      ...users,
    ]),
    roles: numbered(roles),
    menus: numbered(menuPerms.map((perms, index) => ({ perms, on: !stopped.includes(index + 1) }))),
  }));

/** Organisations in which the first two users may change almost everything. */
export const manageableOrganisations: fc.Arbitrary<Organisation> = fc
  .tuple(organisations, fc.constantFrom('1', '4', '4'), fc.constantFrom(1, 2, 2))
  .map(([organisation, scope, deptId]) => {
    const { users, roles, ...rest } = structuredClone(organisation);
    roles[1] = { scope, deptIds: [], menuIds: [1, 2, 3, 4], on: true };
    for (const role of [roles[2], roles[3]].filter((one) => one !== undefined)) {
      role.on = true;
      role.menuIds = [...new Set([...role.menuIds, 5])];
    }
    for (const user of Object.values(users)) user.deptId ??= deptId;
    users[1] = { deptId, roleIds: [1, 2, 3], on: true };
    users[2] = { deptId: users[2]?.deptId ?? deptId, roleIds: [1, 2], on: true };
    return { ...rest, users, roles };
  });

function numbered<V>(values: readonly V[]): Record<number, V> {
  return Object.fromEntries(values.map((value, index) => [index + 1, value]));
}

/** A random step; its numbers select ids that exist when it is applied. */
export interface GrantStep {
  kind: GrantChange['kind'];
  /** Selects the acting user. */
  actor: number;
  one: number;
  other: number;
  several: number[];
  scope: string;
  on: boolean;
}

const kinds: GrantChange['kind'][] = [
  ...([
    'moveUser',
    'moveUser',
    'setUserRoles',
    'startUser',
    'addUser',
    'addRole',
    'setMenus',
    'startRole',
  ] as const),
  ...([
    'setScope',
    'setScope',
    'assignRole',
    'assignRole',
    'unassignRole',
    'setPerms',
    'setPerms',
    'startMenu',
  ] as const),
  ...(['moveDept', 'moveDept', 'moveDept', 'addDept', 'removeDept'] as const),
];
const index = fc.nat({ max: 59 });
export const grantSteps: fc.Arbitrary<GrantStep> = fc.record({
  kind: fc.constantFrom(...kinds),
  actor: fc.nat({ max: 2 }),
  one: index,
  other: index,
  several: fc.array(index, { maxLength: 3 }),
  scope,
  on: fc.boolean(),
});

const idsOf = (records: Record<number, unknown>) =>
  Object.keys(records)
    .map(Number)
    .sort((a, b) => a - b);
const pick = (ids: readonly number[], at: number) => ids[at % ids.length] ?? 0;

/** Turns a step into a change of this organisation. */
export function planChange(step: GrantStep, { depts, users, roles, menus }: Organisation): GrantChange {
  const { kind, one, other, several, scope, on } = step;
  const some = (ids: readonly number[]) => [...new Set(several.map((at) => pick(ids, at)))];
  const [user, role, menu, place] = [users, roles, menus, depts].map((records) => pick(idsOf(records), one));
  const [userId = 0, roleId = 0, menuId = 0, deptId = 0] = [user, role, menu, place];
  const parentId = pick(idsOf(depts), other);
  switch (kind) {
    case 'moveUser':
      return { kind, userId, deptId: other > 56 ? null : parentId };
    case 'setUserRoles':
      return { kind, userId, roleIds: some(idsOf(roles)) };
    case 'startUser':
      return { kind, userId, on };
    case 'addUser':
      return { kind, deptId, roleIds: some(idsOf(roles)) };
    case 'addRole':
      return { kind, menuIds: some(idsOf(menus)) };
    case 'setMenus':
      return { kind, roleId, menuIds: some(idsOf(menus)) };
    case 'startRole':
      return { kind, roleId, on };
    case 'setScope':
      return { kind, roleId, scope, deptIds: scope === '2' ? some(idsOf(depts)) : [] };
    case 'assignRole':
    case 'unassignRole':
      return { kind, roleId, userIds: [pick(idsOf(users), other)] };
    case 'setPerms':
      return {
        kind,
        menuId,
        perms: [...new Set([other, ...several].map((at) => allPerms[at % allPerms.length] ?? ''))],
      };
    case 'startMenu':
      return { kind, menuId, on };
    case 'moveDept':
      return { kind, deptId, parentId };
    case 'addDept':
      return { kind, parentId };
    case 'removeDept':
      return { kind, deptId };
  }
}

/** A department and its ancestors. */
export function listDepartmentPath({ depts }: Organisation, deptId: number): number[] {
  const path: number[] = [];
  for (let at = deptId; depts[at] && !path.includes(at); at = depts[at]?.parentId ?? 0) path.push(at);
  return path;
}

/** All rights of a user as `permission@department`; `@all` is everything, `@own` own records. */
export function listRights(organisation: Organisation, userId: number): Set<string> {
  const { depts, users, roles, menus } = organisation;
  const rights = new Set<string>();
  const user = users[userId];
  if (!user?.on) return rights;
  for (const roleId of user.roleIds) {
    const role = roles[roleId];
    if (!role?.on) continue;
    const perms = role.menuIds.flatMap((id) => (menus[id]?.on ? menus[id].perms : []));
    const isReached = (deptId: number) =>
      role.scope === '1' ||
      (role.scope === '2' && role.deptIds.includes(deptId)) ||
      (role.scope === '3' && user.deptId === deptId) ||
      (role.scope === '4' &&
        user.deptId !== null &&
        listDepartmentPath(organisation, deptId).includes(user.deptId));
    // A role without permissions still decides which departments its holder may choose.
    for (const perm of ['', ...perms]) {
      for (const deptId of idsOf(depts)) if (isReached(deptId)) rights.add(`${perm}@${deptId}`);
      if (role.scope === '1') rights.add(`${perm}@all`);
      if (perm && role.scope !== '1') rights.add(`${perm}@own`);
    }
  }
  return rights;
}

/**
 * The rights that users gained although no actor held them in that department. Departments added later are ignored:
 * they contain no earlier rows.
 */
export function findEscalations(
  before: Organisation,
  after: Organisation,
  actors: readonly number[],
): string[] {
  const grantable = new Set(actors.flatMap((id) => [...listRights(before, id)]));
  const permissions = new Set([...grantable].map((right) => right.split('@')[0]));
  const rights = idsOf(after.users).flatMap((userId) => {
    const held = listRights(before, userId);
    return [...listRights(after, userId)]
      .filter((right) => !held.has(right) && !grantable.has(right))
      .filter((right) => {
        const [perm, place = ''] = right.split('@');
        if (place === 'own') return !permissions.has(perm);
        return place === 'all' || before.depts[Number(place)] !== undefined;
      })
      .map((right) => `user ${userId} gains ${right}`);
  });
  return [...rights, ...(actors.length === 1 ? findSeizedUsers(before, after, actors[0] ?? 0) : [])];
}

/** The users over whom the only actor gained a right. */
function findSeizedUsers(before: Organisation, after: Organisation, actor: number): string[] {
  const reach = (organisation: Organisation, userId: number) => {
    const { deptId } = organisation.users[userId] ?? { deptId: null };
    return [...listRights(organisation, actor)]
      .filter((right) => right.endsWith('@all') || (deptId !== null && right.endsWith(`@${deptId}`)))
      .map((right) => right.split('@')[0] ?? '')
      .filter((perm) => /^system:(user|role):/.test(perm));
  };
  return idsOf(before.users)
    .filter((userId) => userId !== actor && after.users[userId])
    .flatMap((userId) => {
      const had = reach(before, userId);
      const gained = [...new Set(reach(after, userId))].filter((perm) => !had.includes(perm));
      return gained.map((perm) => `user ${actor} gains ${perm} over user ${userId}`);
    });
}
