import { fail } from '@limpid/contract/errors';
import type { App } from '../../../platform/app.ts';
import { refuseWeakPassword } from '../../../platform/auth/password-choice.ts';
import { hashPassword } from '../../../platform/auth/passwords.ts';
import type { Client } from '../../../platform/auth/sessions.store.ts';
import { checkUserName } from '../user/user-name.service.ts';
import { type Credentials, checkCaptcha, refuseBlacklisted } from './login.service.ts';
import { recordLogin } from './login.store.ts';
import { lockMinutes } from './login-guard.rule.ts';
import { countRegistration } from './login-guard.service.ts';
import { insertNewcomer } from './registration.store.ts';

export async function isRegistrationOpen(app: App): Promise<boolean> {
  return (await app.parameters.get('sys.account.registerUser')) === 'true';
}

/**
 * Makes an account without roles and without a department: it opens the console and nothing in it until an
 * administrator says what its owner may do. The picture is asked for even where the login does without.
 */
export async function registerUser(app: App, credentials: Credentials, client: Client): Promise<void> {
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
    await insertNewcomer(db, app.clock, { userName, password });
  });
  await recordLogin(app.db, app.clock, { userName, client, succeeded: true, msg: 'server.registered' });
}
