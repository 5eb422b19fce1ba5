import type { ReplyValue } from '@limpid/contract/kit/endpoint';
import type { getInfo, RouteNode } from '@limpid/contract/system/session';
import { create } from 'zustand';

type SessionUser = ReplyValue<(typeof getInfo)['reply']>['user'];

export interface Session {
  user: SessionUser | null;
  roles: string[];
  permissions: string[];
  /** The menu tree as the server built it for this person. */
  routes: RouteNode[];
  /** Settings of `global_custom_config`; empty when they could not be read. */
  customConfig: Record<string, unknown>;
  /** Why the password must be changed first; null if it need not be. */
  passwordDue: 'first' | 'expired' | null;
  /** Preferences of this user for screens, on every device. */
  choices: Record<string, string>;
  /** The time zone of the server's dates. */
  zone: string;
}

export const emptySession: Session = {
  user: null,
  roles: [],
  permissions: [],
  routes: [],
  customConfig: {},
  passwordDue: null,
  choices: {},
  zone: '',
};

export const useSession = create<Session>()(() => emptySession);

const userKey = 'user';

/** Stores the user in the session storage too, where other parts of the page read it. */
export function keepUser(user: SessionUser): void {
  sessionStorage.setItem(userKey, JSON.stringify(user));
  useSession.setState({ user });
}

/** Applies changes that the user made to their profile. */
export function changeUser(changes: Partial<SessionUser>): void {
  const { user } = useSession.getState();
  if (user) keepUser({ ...user, ...changes });
}

export function forgetUser(): void {
  sessionStorage.removeItem(userKey);
  useSession.setState(emptySession);
}

export function holdsPermission(session: Session, permissions: readonly string[]): boolean {
  if (permissions.length === 0) throw new Error('A permission gate needs at least one permission');
  return session.permissions.some((held) => held === '*:*:*' || permissions.includes(held));
}

export function holdsRole(session: Session, roles: readonly string[]): boolean {
  if (roles.length === 0) throw new Error('A role gate needs at least one role');
  return session.roles.some((held) => held === 'admin' || roles.includes(held));
}

export function hasAnyPermission(...permissions: string[]): boolean {
  return holdsPermission(useSession.getState(), permissions);
}

export function hasAnyRole(...roles: string[]): boolean {
  return holdsRole(useSession.getState(), roles);
}
