import { readParameter } from '@limpid/contract/system/parameter';
import { getInfo, getRouters } from '@limpid/contract/system/session';
import { call } from '../../api/call.ts';
import { onRightsChanged } from '../../api/rights.ts';
import { emptySession, forgetUser, keepUser, type Session, useSession } from '../../api/session.ts';
import { clearToken } from '../../lib/token.ts';

export type LoadedSession = { state: 'ready' | 'password' } | { state: 'failed'; reason: string };

/** Map keys and the like: the console works without them, so a failure here locks nobody out. */
async function readCustomConfig(): Promise<Record<string, unknown>> {
  const value = await call(readParameter, { params: { configKey: 'global_custom_config' }, quiet: true });
  const config: unknown = JSON.parse(value);
  return typeof config === 'object' && config !== null ? { ...config } : {};
}

function readRights({ roles, permissions }: Pick<Session, 'roles' | 'permissions'>) {
  return { roles: roles.length > 0 ? roles : ['ROLE_DEFAULT'], permissions };
}

async function fetchSession(): Promise<LoadedSession> {
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
  // Until then the server answers nothing else.
  if (session.passwordDue) return { state: 'password' };
  const [customConfig, routes] = await Promise.all([
    readCustomConfig().catch(() => ({})),
    call(getRouters, { query: { plain: true }, quiet: true }),
  ]);
  useSession.setState({ customConfig, routes });
  return { state: 'ready' };
}

/** A role was changed meanwhile: the menu and the buttons follow, and nothing on the screen is lost. */
async function refreshRights(): Promise<void> {
  const [info, routes] = await Promise.all([
    call(getInfo, { quiet: true }),
    call(getRouters, { query: { plain: true }, quiet: true }),
  ]);
  useSession.setState({ ...readRights(info), routes });
}

// Whoever asked has been told already, should there be no answer.
onRightsChanged(() => void refreshRights().catch(() => undefined));

let loading: Promise<LoadedSession> | undefined;

/** Who is logged in, what they may do and their menu: fetched once, however often it is asked for. */
export function loadSession(): Promise<LoadedSession> {
  loading ??= fetchSession().catch((error: unknown) => {
    clearSession();
    return { state: 'failed' as const, reason: error instanceof Error ? error.message : String(error) };
  });
  return loading;
}

/** The next page asks the server anew. */
export function forgetSession(): void {
  loading = undefined;
}

export function clearSession(): void {
  clearToken();
  forgetUser();
}
