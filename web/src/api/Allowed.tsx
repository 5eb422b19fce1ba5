import type { ReactNode } from 'react';
import { holdsPermission, holdsRole, useSession } from './session.ts';

interface Props {
  permission?: readonly string[];
  role?: readonly string[];
  children: ReactNode;
}

/** Renders its children for users with any of the permissions and, if given, any of the roles. */
export function Allowed({ permission, role, children }: Props) {
  const session = useSession();
  if (!permission && !role) throw new Error('A gate needs permissions or roles');
  if (permission && !holdsPermission(session, permission)) return null;
  if (role && !holdsRole(session, role)) return null;
  return children;
}
