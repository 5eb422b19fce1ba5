import { type Caller, hasPermission, mayEverything } from '../../platform/auth/caller.ts';
import { type Scope, scopeOf, widestScope } from '../../platform/auth/scope.rule.ts';

/** What a role gives: rights, and how far they reach. */
export interface GrantedRole {
  permissions: readonly string[];
  /** 1 all, 2 chosen departments, 3 own department, 4 own and below, 5 own records. */
  dataScope: string;
  /** The chosen departments. */
  deptIds: readonly number[];
}

/**
 * The roles that give more than the caller holds. Every right must be one of the caller's, and must reach no
 * further than the caller's own roles with that right do: a wide role says nothing about the rights of a narrow
 * one. `below` is the caller's department with all below it; `holderDeptIds` are the departments of those who
 * have or get the role, because "own" means theirs.
 */
export function findExceeding<R extends GrantedRole>(
  caller: Caller,
  roles: readonly R[],
  below: ReadonlySet<number>,
  holderDeptIds: readonly (number | null)[] = [],
): R[] {
  if (mayEverything(caller)) return [];
  const holders = holderDeptIds.filter((id) => id !== null);
  return roles.filter((role) => {
    const isHeld = (permission: string) =>
      hasPermission(caller, permission) && covers(scopeOf(caller, permission), role, below, holders);
    return !covers(widestScope(caller), role, below, holders) || !role.permissions.every(isHeld);
  });
}

function covers(
  scope: Scope,
  { dataScope, deptIds }: GrantedRole,
  below: ReadonlySet<number>,
  holders: readonly number[],
): boolean {
  if (scope.all) return true;
  const { subtreeOf, deptIds: reached } = scope;
  const isBelow = (id: number) => subtreeOf !== null && below.has(id);
  const reaches = (id: number) => reached.includes(id) || isBelow(id);
  switch (dataScope) {
    case '2':
      return deptIds.every(reaches);
    case '3':
      return (reached.length > 0 || subtreeOf !== null) && holders.every(reaches);
    case '4':
      // From a department reached alone, "and below" would lead to departments that are not.
      return subtreeOf !== null && [...reached, ...holders].every(isBelow);
    case '5':
      return true;
    default:
      return false;
  }
}
