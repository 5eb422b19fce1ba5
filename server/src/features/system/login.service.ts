import { AppError, fail } from '@limpid/contract/errors';
import type { App } from '../../platform/app.ts';
import type { Caller } from '../../platform/auth/caller.ts';
import { hashPassword, verifyPassword } from '../../platform/auth/passwords.ts';
import { type Client, openSession } from '../../platform/auth/sessions.store.ts';
import { storeText } from '../../platform/texts.ts';
import { isBlacklisted } from './blacklist.rule.ts';
import {
  countAttempt,
  findUserByName,
  forgetAttempts,
  lockMinutes,
  readAttempts,
  readPassword,
  recordLogin,
  recordVisit,
  takeBackAttempt,
  takeCaptcha,
} from './login.store.ts';

const attemptsPerAccount = 5;
const attemptsPerAddress = 30;

export interface Credentials {
  username: string;
  password: string;
  code?: string | undefined;
  uuid?: string | undefined;
}

export async function isCaptchaEnabled(app: App): Promise<boolean> {
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
    return openSession(app.db, app.clock, userId, client);
  });
}

/** The password of a person in front of a page, who first solves a picture where that is wanted. */
export async function authenticateHuman(
  app: App,
  credentials: Credentials,
  address: string,
): Promise<number> {
  if (await isCaptchaEnabled(app)) await checkCaptcha(app, credentials);
  return authenticate(app, credentials, address);
}

export async function refuseBlacklisted(app: App, address: string): Promise<void> {
  if (isBlacklisted((await app.parameters.get('sys.login.blackIPList')) ?? '', address))
    fail('auth.address_refused');
}

/** Whoever comes in without a password is kept out by the lock as well: a locked account is locked. */
export async function refuseLocked(app: App, userName: string): Promise<void> {
  if ((await readAttempts(app.db, app.clock, accountSubject(userName))) >= attemptsPerAccount)
    fail('auth.user_locked', { count: attemptsPerAccount, minutes: lockMinutes });
}

export async function authenticate(
  app: App,
  credentials: Pick<Credentials, 'username' | 'password'>,
  address: string,
): Promise<number> {
  const { db, clock } = app;
  await refuseBlacklisted(app, address);
  const account = accountSubject(credentials.username);
  const origin = `address:${address}`;
  if ((await countAttempt(db, clock, origin)) > attemptsPerAddress)
    fail('auth.address_locked', { minutes: lockMinutes });
  const attempts = await countAttempt(db, clock, account);
  const locked = { count: attemptsPerAccount, minutes: lockMinutes };
  if (attempts > attemptsPerAccount) fail('auth.user_locked', locked);
  const user = await findUserByName(db, credentials.username);
  const matches = await verifyPassword(user?.password ?? (await nobodysHash), credentials.password);
  if (!user || !matches)
    fail(attempts === attemptsPerAccount ? 'auth.user_locked' : 'auth.wrong_password', locked);
  await forgetAttempts(db, account);
  await takeBackAttempt(db, origin);
  // Said only to someone who knows the password: strangers learn nothing about accounts.
  if (user.status !== '0') fail('auth.user_stopped');
  return user.userId;
}

/**
 * Asks somebody who is logged in for the password again. Guesses count like those at the login: an open session
 * that was left alone is no better place to try.
 */
export async function checkOwnPassword(
  { db, clock }: App,
  { userId, userName }: Pick<Caller, 'userId' | 'userName'>,
  password: string,
): Promise<void> {
  const account = accountSubject(userName);
  const attempts = await countAttempt(db, clock, account);
  const locked = { count: attemptsPerAccount, minutes: lockMinutes };
  if (attempts > attemptsPerAccount) fail('auth.user_locked', locked);
  if (!(await verifyPassword(await readPassword(db, userId), password))) {
    fail(attempts === attemptsPerAccount ? 'auth.user_locked' : 'auth.password_wrong', locked, 'password');
  }
  await forgetAttempts(db, account);
}

export function accountSubject(userName: string): string {
  return `user:${userName.toLowerCase()}`;
}

export async function checkCaptcha(
  app: App,
  { code, uuid }: Pick<Credentials, 'code' | 'uuid'>,
): Promise<void> {
  const answer = uuid ? await takeCaptcha(app.db, app.clock, uuid) : undefined;
  if (answer === undefined) fail('auth.captcha_expired', {}, 'code');
  if (answer !== code?.trim()) fail('auth.captcha_wrong', {}, 'code');
}

/** Checked when there is no such user, so that a miss takes as long as a wrong password. */
const nobodysHash = hashPassword('no one has this password');
