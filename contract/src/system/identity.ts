import Type from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';
import { credentials } from './session.ts';

/** Issued once and valid for one use. A code of another form is refused like a used one. */
const oneTimeCode = Type.String({ minLength: 1, maxLength: 100 });

/** Links the identity of a code to the account whose password is given. */
export const bindIdentity = endpoint({
  method: 'POST',
  path: '/bind',
  access: 'public',
  body: Type.Object({ ...credentials.properties, oneTimeCode }),
  reply: reply.done,
  texts: 'shell.bind',
  labels: {
    username: 'shell.login.fields.username',
    password: 'shell.login.fields.password',
    code: 'shell.login.fields.code',
    uuid: 'shell.login.fields.uuid',
  },
  log: 'grant',
  limit: 30,
});

/** Opens a session for the account that an identity is linked to. */
export const redeemLogin = endpoint({
  method: 'POST',
  path: '/auth-redirect',
  access: 'public',
  body: Type.Object({ oneTimeCode }),
  reply: reply.fields(Type.Object({ token: Type.String() })),
  texts: 'shell.authRedirect',
  log: 'never',
  limit: 30,
});
