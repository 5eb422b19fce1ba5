import { getInfo, getRouters } from '@limpid/contract/system/session';
import { call } from '../../api/call.ts';
import { fetchCustomConfig } from '../../api/custom-config.ts';
import { onRightsChanged } from '../../api/rights.ts';
import { emptySession, forgetUser, keepUser, type Session, useSession } from '../../api/session.ts';
import { clearToken } from '../../lib/token.ts';

export type LoadedSession = { state: 'ready' | 'password' } | { state: 'failed'; reason: string };

function readRights({ roles, permissions }: Pick<Session, 'roles' | 'permissions'>) {
  return { roles: roles.length > 0 ? roles : ['ROLE_DEFAULT'], permissions };
}

async function fetchSession(): Promise<LoadedSession> {
  // All at once; until the password is changed, the server refuses the other two.
  const others = Promise.all([
    // The console works without these settings.
    fetchCustomConfig().catch(() => ({})),
    call(getRouters, { query: { plain: true }, quiet: true }),
  ]);
  others.catch(() => undefined);
  const info = await call(getInfo, { quiet: true });
  const session: Session = {
    ...emptySession,
    ...readRights(info),
    passwordDue: info.isPasswordExpired ? 'expired' : info.isDefaultModifyPwd ? 'first' : null,
    choices: info.choices,
    zone: info.zone,
  };
  useSession.setState(session);
  keepUser(info.user);
  if (session.passwordDue) return { state: 'password' };
  const [customConfig, routes] = await others;
  useSession.setState({ customConfig, routes });
  return { state: 'ready' };
}

/** Reloads rights and menu after a role was changed, without losing the state of the screen. */
async function refreshRights(): Promise<void> {
  const [info, routes] = await Promise.all([
    call(getInfo, { quiet: true }),
    call(getRouters, { query: { plain: true }, quiet: true }),
  ]);
  useSession.setState({ ...readRights(info), routes });
}

// The call that detected the change shows its own errors.
onRightsChanged(() => void refreshRights().catch(() => undefined));

let loading: Promise<LoadedSession> | undefined;

/** Loads the user, their rights and their menu once, however often it is called. */
export function loadSession(): Promise<LoadedSession> {
  loading ??= fetchSession().catch((error: unknown) => {
    clearSession();
    return { state: 'failed' as const, reason: error instanceof Error ? error.message : String(error) };
  });
  return loading;
}

/** Makes the next page load the session again. */
export function forgetSession(): void {
  loading = undefined;
}

export function clearSession(): void {
  clearToken();
  forgetUser();
}
