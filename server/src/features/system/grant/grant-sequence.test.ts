import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../platform/auth/caller.ts';
import * as rule from './grant.rule.ts';
import {
  findEscalations,
  type GrantChange,
  type GrantStep,
  grantSteps,
  listDepartmentPath,
  type Organisation,
  organisations,
  planChange,
  sequenceSeed,
} from './grant-sequence.fixture.ts';

type Rule = typeof rule;
type HeldRole = rule.HeldRole;

function callerOf({ users, roles, menus }: Organisation, userId: number): Caller {
  const user = users[userId];
  const held = (user?.on ? user.roleIds : []).flatMap((id) => roles[id] ?? []).filter(({ on }) => on);
  return {
    userId: 100 + userId,
    userName: `user ${userId}`,
    nickName: '',
    avatar: null,
    deptId: user?.deptId ?? null,
    deptName: null,
    mustChangePassword: false,
    isPasswordExpired: false,
    roles: held.map(({ scope, deptIds, menuIds }) => ({
      roleKey: '',
      dataScope: scope,
      deptIds,
      permissions: menuIds.flatMap((id) => (menus[id]?.on ? menus[id].perms : [])),
    })),
  };
}

function heldRole({ users, roles, menus }: Organisation, roleId: number): HeldRole {
  const role = roles[roleId] ?? { scope: '5', deptIds: [], menuIds: [] };
  return {
    roleName: `role ${roleId}`,
    permissions: role.menuIds.flatMap((id) => (menus[id]?.on ? menus[id].perms : [])),
    dataScope: role.scope,
    deptIds: role.deptIds,
    holderDeptIds: Object.values(users)
      .filter(({ roleIds }) => roleIds.includes(roleId))
      .map(({ deptId }) => deptId),
  };
}

const without = (ids: readonly number[], others: readonly number[]) =>
  ids.filter((id) => !others.includes(id));

/** Applies the checks of the services to a change. */
function grantsOf(change: GrantChange, now: Organisation, caller: Caller, by: Rule): rule.Grant[] {
  const { users, roles, menus, depts } = now;
  const give = (roleIds: readonly number[], holderDeptIds: (number | null)[]) =>
    roleIds.flatMap((id) => by.grantsOfRole({ ...heldRole(now, id), holderDeptIds }));
  const placeOf = (userId: number) => users[userId]?.deptId ?? null;
  const rolesOf = (userId: number) => users[userId]?.roleIds ?? [];
  const isSelf = 'userId' in change && 100 + change.userId === caller.userId;
  switch (change.kind) {
    case 'moveUser': {
      const { userId, deptId } = change;
      const move = { from: placeOf(userId), to: deptId };
      const held = rolesOf(userId).map((id) => heldRole(now, id));
      const below = new Set(listBelow(now, caller.deptId));
      return [
        ...(isSelf
          ? []
          : [...give(rolesOf(userId), [move.from]), ...by.grantsOfUserMove(caller, move, below)]),
        ...by.grantsOfDepartment(held, deptId),
      ];
    }
    case 'setUserRoles': {
      const { userId, roleIds } = change;
      const changed = [...without(roleIds, rolesOf(userId)), ...without(rolesOf(userId), roleIds)];
      return [
        ...(isSelf ? [] : give(rolesOf(userId), [placeOf(userId)])),
        ...give(changed, [placeOf(userId)]),
      ];
    }
    case 'startUser':
      return give(rolesOf(change.userId), [placeOf(change.userId)]);
    case 'addUser':
      return give(change.roleIds, [change.deptId]);
    case 'assignRole':
    case 'unassignRole':
      return give([change.roleId], change.userIds.map(placeOf));
    case 'startRole':
      return by.grantsOfRole(heldRole(now, change.roleId));
    case 'addRole':
      return by.grantsOfRole(heldRole(withRole(now, 0, change.menuIds), 0));
    case 'setMenus': {
      const added = without(change.menuIds, roles[change.roleId]?.menuIds ?? []);
      return by.grantsOfRole({
        ...heldRole(now, change.roleId),
        permissions: added.flatMap((id) => menus[id]?.perms ?? []),
      });
    }
    case 'setScope':
      return by.grantsOfRole({
        ...heldRole(now, change.roleId),
        dataScope: change.scope,
        deptIds: change.deptIds,
      });
    case 'setPerms':
    case 'startMenu': {
      const menu = menus[change.menuId] ?? { perms: [], on: false };
      const has = change.kind === 'setPerms' ? change.perms : menu.perms;
      const added =
        change.kind === 'startMenu'
          ? change.on && !menu.on
            ? has
            : []
          : has.filter((one) => !menu.perms.includes(one));
      const holding = Object.keys(roles)
        .map(Number)
        .filter((id) => roles[id]?.menuIds.includes(change.menuId));
      return added.length > 0
        ? by.grantsOfMenu(
            added,
            holding.map((id) => heldRole(now, id)),
          )
        : [];
    }
    case 'moveDept': {
      const { deptId, parentId } = change;
      const before = listDepartmentPath(now, depts[deptId]?.parentId ?? 0);
      const all = Object.keys(roles).map((id) => heldRole(now, Number(id)));
      return by.grantsOfMove(all, { deptId, before, after: listDepartmentPath(now, parentId) });
    }
    case 'addDept':
    case 'removeDept':
      return [];
  }
}

function withRole(now: Organisation, roleId: number, menuIds: number[]): Organisation {
  return { ...now, roles: { ...now.roles, [roleId]: { scope: '5', deptIds: [], menuIds, on: true } } };
}

function listBelow(now: Organisation, deptId: number | null): number[] {
  return Object.keys(now.depts)
    .map(Number)
    .filter((id) => deptId !== null && listDepartmentPath(now, id).includes(deptId));
}

const nextId = (records: object) => Math.max(0, ...Object.keys(records).map(Number)) + 1;

/** The organisation after a change; unchanged if the change is invalid. */
function applyChange(change: GrantChange, now: Organisation): Organisation {
  const next = structuredClone(now);
  const { users, roles, menus, depts } = next;
  const [user, role] = [
    'userId' in change ? users[change.userId] : undefined,
    'roleId' in change ? roles[change.roleId] : undefined,
  ];
  const menu = 'menuId' in change ? menus[change.menuId] : undefined;
  if (change.kind === 'moveUser' && user) user.deptId = change.deptId;
  if (change.kind === 'setUserRoles' && user) user.roleIds = change.roleIds;
  if (change.kind === 'startUser' && user) user.on = change.on;
  if (change.kind === 'addUser')
    users[nextId(users)] = { deptId: change.deptId, roleIds: change.roleIds, on: true };
  if (change.kind === 'addRole') return withRole(next, nextId(roles), change.menuIds);
  if (change.kind === 'setMenus' && role) role.menuIds = change.menuIds;
  if (change.kind === 'startRole' && role) role.on = change.on;
  if (change.kind === 'setScope' && role) [role.scope, role.deptIds] = [change.scope, change.deptIds];
  if (change.kind === 'assignRole' || change.kind === 'unassignRole') {
    for (const holder of change.userIds.flatMap((id) => users[id] ?? [])) {
      holder.roleIds = without(holder.roleIds, [change.roleId]);
      if (change.kind === 'assignRole') holder.roleIds.push(change.roleId);
    }
  }
  if (change.kind === 'setPerms' && menu) menu.perms = change.perms;
  if (change.kind === 'startMenu' && menu) menu.on = change.on;
  if (change.kind === 'moveDept' && !listDepartmentPath(now, change.parentId).includes(change.deptId)) {
    depts[change.deptId] = { parentId: change.parentId };
  }
  if (change.kind === 'addDept') depts[nextId(depts)] = { parentId: change.parentId };
  return next;
}

interface Outcome {
  escalations: string[];
  allowed: number;
}

/** Applies the steps that the rule allows. Users added by actors may act too. */
function play(
  start: Organisation,
  sequence: readonly GrantStep[],
  actors: readonly number[],
  by: Rule,
): Outcome {
  let now = start;
  let allowed = 0;
  const acting = new Set<number>();
  for (const step of sequence) {
    const added = Object.keys(now.users)
      .map(Number)
      .filter((id) => !start.users[id]);
    const able = actors.length > 1 ? [...actors, ...added] : actors;
    const actor = able[step.actor % able.length] ?? 1;
    const caller = callerOf(now, actor);
    const change = planChange(step, now);
    const grants = grantsOf(change, now, caller, by);
    if (rule.findExceeding(caller, grants, new Set(listBelow(now, caller.deptId))).length > 0) continue;
    acting.add(actor);
    allowed += 1;
    now = applyChange(change, now);
  }
  return { escalations: findEscalations(start, now, [...acting]), allowed };
}

const cases = [
  organisations,
  fc.array(grantSteps, { minLength: 1, maxLength: 8 }),
  fc.constantFrom([1], [1], [1, 2]),
] as const;

describe(`random sequences of changes by a limited user (seed ${sequenceSeed})`, () => {
  it('grant no user more than an actor could grant directly: 1,000 against the rule', () => {
    process.stdout.write(`grant sequences: seed ${sequenceSeed}\n`);
    let allowed = 0;
    const property = fc.property(...cases, (start, sequence, actors) => {
      const outcome = play(start, sequence, actors, rule);
      allowed += outcome.allowed;
      expect(outcome.escalations).toEqual([]);
    });
    fc.assert(property, { seed: sequenceSeed, numRuns: 1000 });
    // Guards against a rule that rejects everything.
    expect(allowed).toBeGreaterThan(1000);
  });

  it.each([
    'grantsOfRole',
    'grantsOfDepartment',
    'grantsOfMenu',
    'grantsOfMove',
    'grantsOfUserMove',
  ] as const)('escalate without %s', (name) => {
    const property = fc.property(
      ...cases,
      (start, sequence, actors) =>
        play(start, sequence, actors, { ...rule, [name]: () => [] }).escalations.length === 0,
    );
    expect(fc.check(property, { seed: sequenceSeed, numRuns: 4000, endOnFailure: true }).failed).toBe(true);
  });
});
