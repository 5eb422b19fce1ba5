import {
  type Caller,
  hasAllPermissions,
  hasPermission,
  includesPermission,
  listPermissions,
} from '../../../platform/auth/caller.ts';
import { computeScope, type Scope, widestScope } from '../../../platform/auth/scope.rule.ts';

/*
 * The rule of granting: no change gives a user a permission, or rows to use it on, that the caller could not grant
 * directly. Every change of a user, role, menu or department is described by the grants it amounts to, and the caller
 * must hold each permission of a grant with roles that reach at least as far.
 */

/** The permissions of a role and their data scope. */
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

/** The rows that a permission applies to. A subtree includes departments that are added to it later. */
type Reach =
  | { kind: 'all' }
  | { kind: 'departments'; deptIds: readonly number[] }
  | { kind: 'subtree'; deptId: number }
  | { kind: 'ownDepartment' | 'ownSubtree' | 'ownRecords' };

export interface Grant {
  /** The role that grants it; empty for a grant without a role. */
  roleName: string;
  permissions: readonly string[];
  reach: Reach;
}

/** A moved department with its ancestors before and after. */
export interface DepartmentMove {
  deptId: number;
  before: readonly number[];
  after: readonly number[];
}

/** The grants of a role to its holders or, without holders, to its first one. */
export function grantsOfRole(role: HeldRole): Grant[] {
  const { roleName, permissions } = role;
  const holders = new Set(role.holderDeptIds.length > 0 ? role.holderDeptIds : [undefined]);
  return [...holders].map((deptId) => ({ roleName, permissions, reach: reachOf(role, deptId) }));
}

/** The grants that depend on a user's department: roles with the scope "own department". */
export function grantsOfDepartment(roles: readonly GrantedRole[], deptId: number | null): Grant[] {
  const dependent = roles.filter(({ dataScope }) => dataScope === '3' || dataScope === '4');
  return dependent.flatMap((role) => grantsOfRole({ ...role, holderDeptIds: [deptId] }));
}

/** The grants of new or enabled permissions of a menu through each role that has the menu. */
export function grantsOfMenu(permissions: readonly string[], roles: readonly HeldRole[]): Grant[] {
  const limited = roles.filter((role) => !mayEverythingBy(role));
  return limited.flatMap((role) => grantsOfRole({ ...role, permissions }));
}

/** The grants of a moved department to holders of "own department and below" in its new ancestors. */
export function grantsOfMove(roles: readonly HeldRole[], { deptId, before, after }: DepartmentMove): Grant[] {
  const gains = (id: number | null) => id !== null && after.includes(id) && !before.includes(id);
  return roles
    .filter(({ dataScope, holderDeptIds }) => dataScope === '4' && holderDeptIds.some(gains))
    .map(({ roleName, permissions }) => ({ roleName, permissions, reach: { kind: 'subtree', deptId } }));
}

/** Permissions over users. */
const userPermission = /^(system:user|system:role|monitor:online):/;

/** Permissions over entities, sites and their data. */
const sitePermission = /^(site|data|map|analysis|ingest|log:forward|log:dataModify|monitor:client):/;

/** The department of a row before and after a change; null is a row without a department. */
interface RowMove {
  from: number | null;
  to: number | null;
}

/**
 * The permissions that callers gain over a user by moving it to a department where they hold more. Otherwise a caller
 * who edits users everywhere could move one to a department where they may also reset passwords.
 */
export function grantsOfUserMove(caller: Caller, move: RowMove, below: ReadonlySet<number>): Grant[] {
  return grantsOfRowMove(caller, userPermission, move, below);
}

/** The permissions that callers gain by moving an entity, or a site to another entity. */
export function grantsOfSiteMove(caller: Caller, move: RowMove, below: ReadonlySet<number>): Grant[] {
  return grantsOfRowMove(caller, sitePermission, move, below);
}

function grantsOfRowMove(
  caller: Caller,
  concerned: RegExp,
  { from, to }: RowMove,
  below: ReadonlySet<number>,
): Grant[] {
  const newReach: Reach = to === null ? { kind: 'all' } : { kind: 'departments', deptIds: [to] };
  const oldReach: Reach = from === null ? { kind: 'all' } : { kind: 'departments', deptIds: [from] };
  return listPermissions(caller)
    .filter((one) => concerned.test(one) && covers(computeScope(caller, one), newReach, below))
    .map((one) => ({ roleName: '', permissions: [one], reach: oldReach }));
}

/**
 * The grants that exceed what the caller holds. Each permission is compared with the caller's roles that have it: a wide
 * role does not extend the permissions of a narrow one. `below` is the caller's department with its descendants.
 */
export function findExceeding(caller: Caller, grants: readonly Grant[], below: ReadonlySet<number>): Grant[] {
  if (hasAllPermissions(caller)) return [];
  return grants.filter(({ permissions, reach }) => {
    const isHeld = (permission: string) =>
      hasPermission(caller, permission) && covers(computeScope(caller, permission), reach, below);
    return !covers(widestScope(caller), reach, below) || !permissions.every(isHeld);
  });
}

function mayEverythingBy({ permissions }: GrantedRole): boolean {
  return includesPermission(permissions, '');
}

/** `holderDeptId` is undefined while the role has no holder. */
function reachOf({ dataScope, deptIds }: GrantedRole, holderDeptId: number | null | undefined): Reach {
  if (dataScope === '2') return { kind: 'departments', deptIds };
  if (dataScope === '5') return { kind: 'ownRecords' };
  // An unknown data scope counts as the widest.
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
    // The role has no holder yet; its assignment is checked with the department of the holder.
    case 'ownDepartment':
      return deptIds.length > 0 || subtreeOf !== null;
    case 'ownSubtree':
      return subtreeOf !== null;
    case 'ownRecords':
      return true;
  }
}
