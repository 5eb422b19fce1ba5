import Type from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';
import { credentials } from './session.ts';

/**
 * Takes `code` and `uuid` of a captcha only while the account needs one ("captcha required", field `code`). It may be called
 * less often than the login; the locks are the same.
 */
export const appLogin = endpoint({
  method: 'POST',
  path: '/applogin',
  access: 'public',
  body: credentials,
  reply: reply.fields(Type.Object({ token: Type.String() })),
  texts: 'shell.login',
  log: 'never',
  limit: 20,
});
