import {
  type Caller,
  carries,
  hasPermission,
  listPermissions,
  mayEverything,
} from '../../../platform/auth/caller.ts';
import { type Scope, scopeOf, widestScope } from '../../../platform/auth/scope.rule.ts';

/*
 * The rule of granting: no change gives a person a permission, or rows to use it on, that the caller could not grant
 * directly. Every change of a user, role, menu or department is described by the grants it amounts to, and the caller
 * must hold each permission of a grant with roles that reach at least as far.
 */

/** What a role gives: permissions, and how far they reach. */
export interface GrantedRole {
  roleName: string;
  permissions: readonly string[];
  /** 1 all, 2 chosen departments, 3 own department, 4 own and below, 5 own records. */
  dataScope: string;
  /** The chosen departments. */
  deptIds: readonly number[];
}

/** A role with the departments of the users who hold it; null is a user without a department. */
export interface HeldRole extends GrantedRole {
  holderDeptIds: readonly (number | null)[];
}

/** The rows a permission is used on. A subtree includes departments that will be added to it later. */
type Reach =
  | { kind: 'all' }
  | { kind: 'departments'; deptIds: readonly number[] }
  | { kind: 'subtree'; deptId: number }
  | { kind: 'ownDepartment' | 'ownSubtree' | 'ownRecords' };

export interface Grant {
  /** The role through which it is granted; empty where it is not by a role. */
  roleName: string;
  permissions: readonly string[];
  reach: Reach;
}

/** The department that is moved, with the departments above it before and after. */
export interface DepartmentMove {
  deptId: number;
  before: readonly number[];
  after: readonly number[];
}

/** What a role grants its holders or, while it has none, its first holder. */
export function grantsOfRole(role: HeldRole): Grant[] {
  const { roleName, permissions } = role;
  const holders = new Set(role.holderDeptIds.length > 0 ? role.holderDeptIds : [undefined]);
  return [...holders].map((deptId) => ({ roleName, permissions, reach: reachOf(role, deptId) }));
}

/** What a user's department gives through the roles they hold: it decides what "own department" means. */
export function grantsOfDepartment(roles: readonly GrantedRole[], deptId: number | null): Grant[] {
  const dependent = roles.filter(({ dataScope }) => dataScope === '3' || dataScope === '4');
  return dependent.flatMap((role) => grantsOfRole({ ...role, holderDeptIds: [deptId] }));
}

/** What permissions added to a menu, or started with it, give through each role that has the menu. */
export function grantsOfMenu(permissions: readonly string[], roles: readonly HeldRole[]): Grant[] {
  const limited = roles.filter((role) => !mayEverythingBy(role));
  return limited.flatMap((role) => grantsOfRole({ ...role, permissions }));
}

/** What a moved department gives to holders of "own department and below" in departments that are newly above it. */
export function grantsOfMove(roles: readonly HeldRole[], { deptId, before, after }: DepartmentMove): Grant[] {
  const gains = (id: number | null) => id !== null && after.includes(id) && !before.includes(id);
  return roles
    .filter(({ dataScope, holderDeptIds }) => dataScope === '4' && holderDeptIds.some(gains))
    .map(({ roleName, permissions }) => ({ roleName, permissions, reach: { kind: 'subtree', deptId } }));
}

/** Permissions by which a caller reaches users, and what belongs to a user. */
const userPermission = /^(system:user|system:role|monitor:online):/;

/** Permissions by which a caller reaches entities, their sites, and the data of those. */
const sitePermission = /^(site|data|map|analysis|ingest|log:forward|log:dataModify|monitor:client):/;

/** The department of a row before and after a change; null is a row without a department. */
interface RowMove {
  from: number | null;
  to: number | null;
}

/**
 * What callers give themselves by moving a user: the permissions over users that they hold in the new department.
 * Without this a caller who edits users everywhere could move one to where they may also reset passwords.
 */
export function grantsOfUserMove(caller: Caller, move: RowMove, below: ReadonlySet<number>): Grant[] {
  return grantsOfRowMove(caller, userPermission, move, below);
}

/** What callers give themselves by moving an entity, or a site to another entity. */
export function grantsOfSiteMove(caller: Caller, move: RowMove, below: ReadonlySet<number>): Grant[] {
  return grantsOfRowMove(caller, sitePermission, move, below);
}

function grantsOfRowMove(
  caller: Caller,
  concerned: RegExp,
  { from, to }: RowMove,
  below: ReadonlySet<number>,
): Grant[] {
  const here: Reach = to === null ? { kind: 'all' } : { kind: 'departments', deptIds: [to] };
  const there: Reach = from === null ? { kind: 'all' } : { kind: 'departments', deptIds: [from] };
  return listPermissions(caller)
    .filter((one) => concerned.test(one) && covers(scopeOf(caller, one), here, below))
    .map((one) => ({ roleName: '', permissions: [one], reach: there }));
}

/**
 * The grants that give more than the caller holds. Each permission is compared with the caller's roles that carry it:
 * a wide role does not extend the permissions of a narrow one. `below` is the caller's department with all below it.
 */
export function findExceeding(caller: Caller, grants: readonly Grant[], below: ReadonlySet<number>): Grant[] {
  if (mayEverything(caller)) return [];
  return grants.filter(({ permissions, reach }) => {
    const isHeld = (permission: string) =>
      hasPermission(caller, permission) && covers(scopeOf(caller, permission), reach, below);
    return !covers(widestScope(caller), reach, below) || !permissions.every(isHeld);
  });
}

function mayEverythingBy({ permissions }: GrantedRole): boolean {
  return carries(permissions, '');
}

/** `holderDeptId` is undefined while the role has no holder. */
function reachOf({ dataScope, deptIds }: GrantedRole, holderDeptId: number | null | undefined): Reach {
  if (dataScope === '2') return { kind: 'departments', deptIds };
  if (dataScope === '5') return { kind: 'ownRecords' };
  // A data scope that no release knows is taken for the widest.
  if (dataScope !== '3' && dataScope !== '4') return { kind: 'all' };
  if (holderDeptId === undefined) return { kind: dataScope === '3' ? 'ownDepartment' : 'ownSubtree' };
  if (holderDeptId === null) return { kind: 'departments', deptIds: [] };
  return dataScope === '3'
    ? { kind: 'departments', deptIds: [holderDeptId] }
    : { kind: 'subtree', deptId: holderDeptId };
}

function covers(scope: Scope, reach: Reach, below: ReadonlySet<number>): boolean {
  if (scope.all) return true;
  const { subtreeOf, deptIds } = scope;
  const isBelow = (id: number) => subtreeOf !== null && below.has(id);
  switch (reach.kind) {
    case 'all':
      return false;
    case 'departments':
      return reach.deptIds.every((id) => deptIds.includes(id) || isBelow(id));
    case 'subtree':
      return isBelow(reach.deptId);
    // Nobody holds the role yet; whoever gives it away is checked with the department of its new holder.
    case 'ownDepartment':
      return deptIds.length > 0 || subtreeOf !== null;
    case 'ownSubtree':
      return subtreeOf !== null;
    case 'ownRecords':
      return true;
  }
}
