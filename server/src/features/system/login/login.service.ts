import { AppError, type ErrorKey, fail } from '@limpid/contract/errors';
import type { App } from '../../../platform/app.ts';
import type { Caller } from '../../../platform/auth/caller.ts';
import { hashPassword, verifyPassword } from '../../../platform/auth/passwords.ts';
import { openSession, type SessionClient } from '../../../platform/auth/sessions.store.ts';
import { readNetwork } from '../../../platform/http/address.rule.ts';
import { makeStoredText } from '../../../platform/texts.ts';
import {
  checkWithinLimits,
  delayIfGuarded,
  inspectGuard,
  refuseLocked,
} from '../login-guard/login-guard.service.ts';
import { markCaptchaAsked, rememberAddress, wasCaptchaAsked } from '../login-guard/login-guard.store.ts';
import { isBlacklisted } from './blacklist.rule.ts';
import {
  consumeCaptcha,
  findUserByName,
  readPasswordHash,
  recordLastLogin,
  recordLogin,
} from './login.store.ts';

export interface Credentials {
  username: string;
  password: string;
  code?: string | undefined;
  uuid?: string | undefined;
}

async function isCaptchaEnabled(app: App): Promise<boolean> {
  return app.config.captcha && (await app.parameters.get('sys.account.captchaEnabled')) !== 'false';
}

export function logIn(app: App, credentials: Credentials, client: SessionClient): Promise<string> {
  return startSession(app, credentials.username, client, () =>
    authenticateWithCaptcha(app, credentials, client.address),
  );
}

/** Runs a login and writes its outcome to the login log. */
export async function withLoginLog<Value>(
  app: App,
  { userName, client, msg }: { userName: string; client: SessionClient; msg: string },
  work: () => Promise<Value>,
): Promise<Value> {
  const record = (succeeded: boolean, text: string) =>
    recordLogin(app.db, app.clock, { userName, client, succeeded, msg: text });
  try {
    const value = await work();
    await record(true, msg);
    return value;
  } catch (error) {
    if (error instanceof AppError) await record(false, makeStoredText(`errors.${error.key}`, error.params));
    throw error;
  }
}

/** Opens a session for the user that `identify` finds. */
export function startSession(
  app: App,
  userName: string,
  client: SessionClient,
  identify: () => Promise<number>,
): Promise<string> {
  return withLoginLog(app, { userName, client, msg: 'server.loggedIn' }, async () => {
    const userId = await identify();
    await recordLastLogin(app.db, app.clock, userId, client.address);
    await rememberAddress(app.db, app.clock, userId, readNetwork(client.address));
    return openSession(app.db, app.clock, userId, client);
  });
}

/** Checks a captcha, unless a parameter disables it, and then the password. */
export async function authenticateWithCaptcha(
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

/** Locks apply to logins without a password too. */
export async function refuseLockedLogin(app: App, userName: string, address: string): Promise<void> {
  const { admission } = await inspectGuard(app, { userName, address });
  refuseLocked(app, admission);
}

/** `isHuman`: a captcha has been solved. */
export async function authenticate(
  app: App,
  credentials: Credentials,
  address: string,
  isHuman = false,
): Promise<number> {
  await refuseBlacklisted(app, address);
  const guard = await inspectGuard(app, { userName: credentials.username, address });
  return delayIfGuarded(app, guard, async () => {
    refuseLocked(app, guard.admission);
    const isAsked = !isHuman && guard.admission.verdict === 'captcha';
    if (isAsked) await requireCaptcha(app, credentials, address);
    const user = await findUserByName(app.db, credentials.username);
    const isRight = await checkWithinLimits(app, guard, isHuman || isAsked, async () => {
      const matches = await verifyPassword(user?.password ?? (await dummyHash), credentials.password);
      return matches && user !== undefined;
    });
    if (!user || !isRight) return fail('auth.wrong_password');
    // Revealed only with the correct password.
    if (user.status !== '0') fail('auth.user_stopped');
    return user.userId;
  });
}

/**
 * Confirms the caller's own password within a session. Failures count like those at the login, and also for all sessions
 * of the account together, so that a stolen session gives no extra guesses.
 */
export async function checkOwnPassword(
  app: App,
  { userId, userName }: Pick<Caller, 'userId' | 'userName'>,
  { password, address }: { password: string; address: string },
  wrong: { error: ErrorKey; field: string },
): Promise<void> {
  const guard = await inspectGuard(app, { userName, address, inSession: true });
  await delayIfGuarded(app, guard, async () => {
    refuseLocked(app, guard.admission);
    const stored = await readPasswordHash(app.db, userId);
    if (!(await checkWithinLimits(app, guard, true, () => verifyPassword(stored, password))))
      fail(wrong.error, {}, wrong.field);
  });
}

/** After too many failures an unknown address must solve a captcha. */
async function requireCaptcha(app: App, credentials: Credentials, address: string): Promise<void> {
  if (credentials.uuid) return checkCaptcha(app, credentials);
  await markCaptchaAsked(app.db, app.clock, readNetwork(address));
  fail('auth.captcha_required', {}, 'code');
}

/** Whether the login page must show a captcha to this address. */
export async function needsCaptcha(app: App, address: string): Promise<boolean> {
  if (await isCaptchaEnabled(app)) return true;
  return wasCaptchaAsked(app.db, app.clock, readNetwork(address));
}

export async function checkCaptcha(
  app: App,
  { code, uuid }: Pick<Credentials, 'code' | 'uuid'>,
): Promise<void> {
  const answer = uuid ? await consumeCaptcha(app.db, app.clock, uuid) : undefined;
  if (answer === undefined) fail('auth.captcha_expired', {}, 'code');
  if (answer !== code?.trim()) fail('auth.captcha_wrong', {}, 'code');
}

/** Checked for unknown users, so that response times do not reveal which users exist. */
const dummyHash = hashPassword('no one has this password');
