import { fail } from '@limpid/contract/errors';
import type { App } from '../../../platform/app.ts';
import type { SessionClient } from '../../../platform/auth/sessions.store.ts';
import { makeToken } from '../../../platform/auth/tokens.ts';
import {
  authenticateWithCaptcha,
  type Credentials,
  refuseBlacklisted,
  refuseLockedLogin,
  startSession,
  withLoginLog,
} from '../login/login.service.ts';
import {
  type CodePurpose,
  consumeCode,
  findIdentityOwner,
  hasCode,
  type Identity,
  linkIdentity,
  storeCode,
} from './identity.store.ts';

/** The registered identity providers by name; none is built in. */
const providers = new WeakMap<App, Set<string>>();

export function addProvider(app: App, name: string): void {
  providers.set(app, new Set(providers.get(app)).add(name));
}

export function hasProvider(app: App): boolean {
  return providers.has(app);
}

const pages: Record<CodePurpose, string> = { bind: '/bind', login: '/auth-redirect' };

/**
 * Called by a provider after it has authenticated a user: returns the page to redirect to, and a one-time code. An
 * identity without an account is redirected to the page that links it to one.
 */
export async function issueCode(app: App, identity: Identity): Promise<{ page: string; code: string }> {
  if (!providers.get(app)?.has(identity.provider)) fail('identity.no_provider');
  const purpose = (await findIdentityOwner(app.db, identity)) ? 'login' : 'bind';
  const code = makeToken();
  await storeCode(app.db, app.clock, { code, purpose, identity });
  return { page: pages[purpose], code };
}

/** A wrong password keeps the code for another attempt; the login locks limit the attempts. */
export async function bindAccount(
  app: App,
  { oneTimeCode, ...credentials }: Credentials & { oneTimeCode: string },
  client: SessionClient,
): Promise<void> {
  if (!hasProvider(app)) fail('identity.no_provider');
  // Checked before the password, so that this endpoint cannot be used to guess passwords.
  if (!(await hasCode(app.db, app.clock, oneTimeCode, 'bind'))) refuseCode();
  const entry = { userName: credentials.username, client, msg: 'server.bound' };
  await withLoginLog(app, entry, async () => {
    const userId = await authenticateWithCaptcha(app, credentials, client.address);
    if (!(await linkIdentity(app.db, app.clock, oneTimeCode, userId))) refuseCode();
  });
}

export async function logInByCode(app: App, oneTimeCode: string, client: SessionClient): Promise<string> {
  if (!hasProvider(app)) fail('identity.no_provider');
  const identity = await consumeCode(app.db, app.clock, oneTimeCode, 'login');
  const owner = identity && (await findIdentityOwner(app.db, identity));
  if (!owner) return refuseCode();
  return startSession(app, owner.userName, client, async () => {
    await refuseBlacklisted(app, client.address);
    await refuseLockedLogin(app, owner.userName, client.address);
    if (owner.status !== '0') fail('auth.user_stopped');
    return owner.userId;
  });
}

function refuseCode(): never {
  fail('identity.code_invalid', {}, 'oneTimeCode');
}
