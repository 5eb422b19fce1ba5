import { AppError, type ErrorKey, fail } from '@limpid/contract/errors';
import type { App } from '../../../platform/app.ts';
import type { Caller } from '../../../platform/auth/caller.ts';
import { hashPassword, verifyPassword } from '../../../platform/auth/passwords.ts';
import { type Client, openSession } from '../../../platform/auth/sessions.store.ts';
import { networkOf } from '../../../platform/http/address.rule.ts';
import { storeText } from '../../../platform/texts.ts';
import { isBlacklisted } from './blacklist.rule.ts';
import { findUserByName, readPassword, recordLogin, recordVisit, takeCaptcha } from './login.store.ts';
import { answerSlowly, inspectGuard, judgePassword, refuseLocked } from './login-guard.service.ts';
import { markCaptchaAsked, rememberAddress, wasCaptchaAsked } from './login-guard.store.ts';

export interface Credentials {
  username: string;
  password: string;
  code?: string | undefined;
  uuid?: string | undefined;
}

async function isCaptchaEnabled(app: App): Promise<boolean> {
  return app.config.captcha && (await app.parameters.get('sys.account.captchaEnabled')) !== 'false';
}

export function logIn(app: App, credentials: Credentials, client: Client): Promise<string> {
  return enter(app, credentials.username, client, () => authenticateHuman(app, credentials, client.address));
}

/** Does the work of an entry and writes the verdict to the login log. */
export async function judgeEntry<Value>(
  app: App,
  { userName, client, msg }: { userName: string; client: Client; msg: string },
  work: () => Promise<Value>,
): Promise<Value> {
  const verdict = (succeeded: boolean, text: string) =>
    recordLogin(app.db, app.clock, { userName, client, succeeded, msg: text });
  try {
    const value = await work();
    await verdict(true, msg);
    return value;
  } catch (error) {
    if (error instanceof AppError) await verdict(false, storeText(`errors.${error.key}`, error.params));
    throw error;
  }
}

/** Opens a session for the user that `identify` finds. */
export function enter(
  app: App,
  userName: string,
  client: Client,
  identify: () => Promise<number>,
): Promise<string> {
  return judgeEntry(app, { userName, client, msg: 'server.loggedIn' }, async () => {
    const userId = await identify();
    await recordVisit(app.db, app.clock, userId, client.address);
    await rememberAddress(app.db, app.clock, userId, networkOf(client.address));
    return openSession(app.db, app.clock, userId, client);
  });
}

/** Checks a password typed into a page, where a captcha is asked for first unless a parameter switches it off. */
export async function authenticateHuman(
  app: App,
  credentials: Credentials,
  address: string,
): Promise<number> {
  const isHuman = await isCaptchaEnabled(app);
  if (isHuman) await checkCaptcha(app, credentials);
  return authenticate(app, credentials, address, isHuman);
}

export async function refuseBlacklisted(app: App, address: string): Promise<void> {
  if (isBlacklisted((await app.parameters.get('sys.login.blackIPList')) ?? '', address))
    fail('auth.address_refused');
}

/** A login without a password is kept out by the locks too. */
export async function refuseLockedVisitor(app: App, userName: string, address: string): Promise<void> {
  const { admission } = await inspectGuard(app, { userName, address });
  refuseLocked(app, admission);
}

/** `isHuman`: a captcha was solved already. */
export async function authenticate(
  app: App,
  credentials: Credentials,
  address: string,
  isHuman = false,
): Promise<number> {
  await refuseBlacklisted(app, address);
  const guard = await inspectGuard(app, { userName: credentials.username, address });
  return answerSlowly(app, guard, async () => {
    refuseLocked(app, guard.admission);
    const isAsked = !isHuman && guard.admission.verdict === 'captcha';
    if (isAsked) await demandCaptcha(app, credentials, address);
    const user = await findUserByName(app.db, credentials.username);
    const isRight = await judgePassword(app, guard, isHuman || isAsked, async () => {
      const matches = await verifyPassword(user?.password ?? (await nobodysHash), credentials.password);
      return matches && user !== undefined;
    });
    if (!user || !isRight) return fail('auth.wrong_password');
    // Revealed only together with the right password.
    if (user.status !== '0') fail('auth.user_stopped');
    return user.userId;
  });
}

/**
 * Asks for the own password again within a session. Guesses count like those at the login, and for the account's sessions
 * from all addresses together: a stolen session is no better place to guess.
 */
export async function checkOwnPassword(
  app: App,
  { userId, userName }: Pick<Caller, 'userId' | 'userName'>,
  { password, address }: { password: string; address: string },
  wrong: { error: ErrorKey; field: string },
): Promise<void> {
  const guard = await inspectGuard(app, { userName, address, inSession: true });
  await answerSlowly(app, guard, async () => {
    refuseLocked(app, guard.admission);
    const stored = await readPassword(app.db, userId);
    if (!(await judgePassword(app, guard, true, () => verifyPassword(stored, password))))
      fail(wrong.error, {}, wrong.field);
  });
}

/** The account has had too many failures from anywhere: only a solved captcha lets an unknown address go on. */
async function demandCaptcha(app: App, credentials: Credentials, address: string): Promise<void> {
  if (credentials.uuid) return checkCaptcha(app, credentials);
  await markCaptchaAsked(app.db, app.clock, networkOf(address));
  fail('auth.captcha_required', {}, 'code');
}

/** Whether a login page at this address has to show a captcha. */
export async function needsCaptcha(app: App, address: string): Promise<boolean> {
  if (await isCaptchaEnabled(app)) return true;
  return wasCaptchaAsked(app.db, app.clock, networkOf(address));
}

export async function checkCaptcha(
  app: App,
  { code, uuid }: Pick<Credentials, 'code' | 'uuid'>,
): Promise<void> {
  const answer = uuid ? await takeCaptcha(app.db, app.clock, uuid) : undefined;
  if (answer === undefined) fail('auth.captcha_expired', {}, 'code');
  if (answer !== code?.trim()) fail('auth.captcha_wrong', {}, 'code');
}

/** Verified for unknown users, so that a miss takes as long as a wrong password. */
const nobodysHash = hashPassword('no one has this password');
