import { type CallerRole, includesPermission, isSuperUser, type RightsHolder } from './caller.ts';

/**
 * The data that a caller reaches with one permission: everything, or these departments and perhaps their own records.
 */
export type Scope =
  | { all: true }
  | { all: false; userId: number; deptIds: number[]; subtreeOf: number | null; self: boolean };

/** Union over the roles that have one of the permissions; a caller with none of them reaches nothing. */
export function computeScope(caller: RightsHolder, ...permissions: readonly string[]): Scope {
  return uniteScopes(
    caller,
    caller.roles.filter((role) => permissions.some((one) => includesPermission(role.permissions, one))),
  );
}

/** Union over all roles, for choices that every session may read. */
export function widestScope(caller: RightsHolder): Scope {
  return uniteScopes(caller, caller.roles);
}

function uniteScopes(caller: RightsHolder, roles: readonly CallerRole[]): Scope {
  if (isSuperUser(caller)) return { all: true };
  if (roles.some((role) => role.dataScope === '1')) return { all: true };
  const has = (kind: string) => roles.some((role) => role.dataScope === kind);
  const chosen = roles.filter((role) => role.dataScope === '2').flatMap((role) => role.deptIds);
  const ownDepartment = has('3') && caller.deptId !== null ? [caller.deptId] : [];
  return {
    all: false,
    userId: caller.userId,
    deptIds: [...new Set([...chosen, ...ownDepartment])],
    subtreeOf: has('4') ? caller.deptId : null,
    self: has('5'),
  };
}

/** Whether a scope reaches nothing beyond another scope of the same caller. */
export function isWithinScope(scope: Scope, other: Scope): boolean {
  if (other.all) return true;
  if (scope.all) return false;
  const { deptIds, subtreeOf, self } = other;
  return (
    scope.deptIds.every((deptId) => deptIds.includes(deptId) || deptId === subtreeOf) &&
    (scope.subtreeOf === null || scope.subtreeOf === subtreeOf) &&
    // A user's own record is in their own department.
    (!scope.self || self || subtreeOf !== null)
  );
}
