import { fail } from '@limpid/contract/errors';
import type { App } from '../../../platform/app.ts';
import type { Client } from '../../../platform/auth/sessions.store.ts';
import { makeToken } from '../../../platform/auth/tokens.ts';
import {
  authenticateHuman,
  type Credentials,
  enter,
  judgeEntry,
  refuseBlacklisted,
  refuseLockedVisitor,
} from '../login/login.service.ts';
import {
  findOwner,
  hasCode,
  type Identity,
  keepCode,
  type Purpose,
  takeCode,
  tieIdentity,
} from './identity.store.ts';

/** Logins elsewhere that may vouch for people, by name. None is built in; one that is added registers itself. */
const providers = new WeakMap<App, Set<string>>();

export function addProvider(app: App, name: string): void {
  providers.set(app, new Set(providers.get(app)).add(name));
}

export function hasProvider(app: App): boolean {
  return providers.has(app);
}

const pages: Record<Purpose, string> = { bind: '/bind', login: '/auth-redirect' };

/**
 * Called by a provider that has just judged somebody by its own means: the page to send them to, with a code that
 * works once. An identity nobody has tied to an account yet is to be bound first.
 */
export async function issueCode(app: App, identity: Identity): Promise<{ page: string; code: string }> {
  if (!providers.get(app)?.has(identity.provider)) fail('identity.no_provider');
  const purpose = (await findOwner(app.db, identity)) ? 'login' : 'bind';
  const code = makeToken();
  await keepCode(app.db, app.clock, { code, purpose, identity });
  return { page: pages[purpose], code };
}

/** A wrong password keeps the code for another try; the locks of the login bound how many there are. */
export async function bindAccount(
  app: App,
  { oneTimeCode, ...credentials }: Credentials & { oneTimeCode: string },
  client: Client,
): Promise<void> {
  if (!hasProvider(app)) fail('identity.no_provider');
  // Before the password: without a code there is nothing to guess here.
  if (!(await hasCode(app.db, app.clock, oneTimeCode, 'bind'))) refuseCode();
  const entry = { userName: credentials.username, client, msg: 'server.bound' };
  await judgeEntry(app, entry, async () => {
    const userId = await authenticateHuman(app, credentials, client.address);
    if (!(await tieIdentity(app.db, app.clock, oneTimeCode, userId))) refuseCode();
  });
}

export async function logInByCode(app: App, oneTimeCode: string, client: Client): Promise<string> {
  if (!hasProvider(app)) fail('identity.no_provider');
  const identity = await takeCode(app.db, app.clock, oneTimeCode, 'login');
  const owner = identity && (await findOwner(app.db, identity));
  if (!owner) return refuseCode();
  return enter(app, owner.userName, client, async () => {
    await refuseBlacklisted(app, client.address);
    await refuseLockedVisitor(app, owner.userName, client.address);
    if (owner.status !== '0') fail('auth.user_stopped');
    return owner.userId;
  });
}

function refuseCode(): never {
  fail('identity.code_invalid', {}, 'oneTimeCode');
}
