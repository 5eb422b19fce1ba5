import Type from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';
import { credentials } from './session.ts';

/**
 * Requires `code` and `uuid` of a captcha only while the account needs one ("captcha required", field `code`). Its
 * request limit is lower than that of the login; the account locks are the same.
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
