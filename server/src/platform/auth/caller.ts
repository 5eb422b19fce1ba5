import { hash } from 'node:crypto';

/** One enabled role of the caller, with its permissions and its data scope. */
export interface CallerRole {
  roleKey: string;
  /** 1 all, 2 chosen departments, 3 own department, 4 own and below, 5 own records. */
  dataScope: string;
  deptIds: number[];
  permissions: string[];
}

export interface Caller {
  userId: number;
  userName: string;
  nickName: string;
  avatar: string | null;
  deptId: number | null;
  deptName: string | null;
  /** Another person has set the password. */
  mustChangePassword: boolean;
  /** The password is older than the installation allows. */
  isPasswordExpired: boolean;
  roles: CallerRole[];
}

/** What permissions and data scopes follow from. */
export type RightsHolder = Pick<Caller, 'userId' | 'deptId' | 'roles'>;

const superUserId = 1;
/** The role `admin` of the reference data: its users may do everything, including menus of later releases. */
export const administratorRoleId = 1;
export const allPermissions = '*:*:*';

export function isSuperUser(caller: Pick<Caller, 'userId'>): boolean {
  return caller.userId === superUserId;
}

/** Grants every permission, now and in later releases. */
export function hasAllPermissions(caller: RightsHolder): boolean {
  return isSuperUser(caller) || caller.roles.some((role) => role.permissions.includes(allPermissions));
}

export function hasPermission(caller: RightsHolder, permission: string): boolean {
  return isSuperUser(caller) || caller.roles.some((role) => includesPermission(role.permissions, permission));
}

export function includesPermission(permissions: readonly string[], permission: string): boolean {
  return permissions.includes(permission) || permissions.includes(allPermissions);
}

export function listPermissions(caller: Caller): string[] {
  if (hasAllPermissions(caller)) return [allPermissions];
  return [...new Set(caller.roles.flatMap((role) => role.permissions))];
}

export function listRoleKeys(caller: Caller): string[] {
  return isSuperUser(caller) ? ['admin'] : [...new Set(caller.roles.map((role) => role.roleKey))];
}

/** Changes as soon as the caller's permissions change: clients that see a new value reload menu and permissions. */
export function fingerprintRights(caller: Caller): string {
  const rights = [...listRoleKeys(caller), ...listPermissions(caller)].sort();
  return hash('sha256', rights.join(' '), 'base64url').slice(0, 16);
}
