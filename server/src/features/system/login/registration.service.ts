import { fail } from '@limpid/contract/errors';
import type { App } from '../../../platform/app.ts';
import { refuseWeakPassword } from '../../../platform/auth/password-choice.ts';
import { hashPassword } from '../../../platform/auth/passwords.ts';
import type { SessionClient } from '../../../platform/auth/sessions.store.ts';
import { lockMinutes } from '../login-guard/login-guard.rule.ts';
import { countRegistration } from '../login-guard/login-guard.service.ts';
import { checkUserName } from '../user/user-name.service.ts';
import { type Credentials, checkCaptcha, refuseBlacklisted } from './login.service.ts';
import { recordLogin } from './login.store.ts';
import { insertRegisteredUser } from './registration.store.ts';

export async function isRegistrationOpen(app: App): Promise<boolean> {
  return (await app.parameters.get('sys.account.registerUser')) === 'true';
}

/**
 * Adds a user without roles and department, who can open no screen until an administrator assigns a role. A captcha is
 * always required, even if the login needs none.
 */
export async function registerUser(app: App, credentials: Credentials, client: SessionClient): Promise<void> {
  if (!(await isRegistrationOpen(app))) fail('registration.closed');
  await checkCaptcha(app, credentials);
  await refuseBlacklisted(app, client.address);
  if (!(await countRegistration(app, client.address)))
    fail('request.too_many', { seconds: lockMinutes * 60 });
  const userName = credentials.username;
  refuseWeakPassword(credentials.password, userName, 'password');
  const password = await hashPassword(credentials.password);
  await app.db.transaction().execute(async (db) => {
    await checkUserName(db, userName, { field: 'username', label: 'shell.login.fields.username' });
    await insertRegisteredUser(db, app.clock, { userName, password });
  });
  await recordLogin(app.db, app.clock, { userName, client, succeeded: true, msg: 'server.registered' });
}
