import { AppError, fail } from '@limpid/contract/errors';
import type { App } from '../../platform/app.ts';
import { hashPassword, verifyPassword } from '../../platform/auth/passwords.ts';
import { type Client, openSession } from '../../platform/auth/sessions.store.ts';
import { isBlacklisted } from './blacklist.rule.ts';
import {
  countAttempt,
  findUserByName,
  forgetAttempts,
  lockMinutes,
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

/** Judges a login and writes the verdict to the login log. */
export async function logIn(app: App, credentials: Credentials, client: Client): Promise<string> {
  const userName = credentials.username;
  const verdict = (succeeded: boolean, msg: string) =>
    recordLogin(app.db, app.clock, { userName, client, succeeded, msg });
  try {
    const userId = await authenticate(app, credentials, client.address);
    await recordVisit(app.db, app.clock, userId, client.address);
    const token = await openSession(app.db, app.clock, userId, client);
    await verdict(true, 'server.loggedIn');
    return token;
  } catch (error) {
    if (error instanceof AppError) await verdict(false, `errors.${error.key}`);
    throw error;
  }
}

async function authenticate(app: App, credentials: Credentials, address: string): Promise<number> {
  const { db, clock } = app;
  if (await isCaptchaEnabled(app)) await checkCaptcha(app, credentials);
  if (isBlacklisted((await app.parameters.get('sys.login.blackIPList')) ?? '', address))
    fail('auth.address_refused');
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

export function accountSubject(userName: string): string {
  return `user:${userName.toLowerCase()}`;
}

async function checkCaptcha(app: App, { code, uuid }: Credentials): Promise<void> {
  const answer = uuid ? await takeCaptcha(app.db, app.clock, uuid) : undefined;
  if (answer === undefined) fail('auth.captcha_expired', {}, 'code');
  if (answer !== code?.trim()) fail('auth.captcha_wrong', {}, 'code');
}

/** Checked when there is no such user, so that a miss takes as long as a wrong password. */
const nobodysHash = hashPassword('no one has this password');
