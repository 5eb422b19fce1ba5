import Type from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';
import { credentials } from './session.ts';

/** Handed out once, good for one use. Whatever has another form is refused like one that is used up. */
const oneTimeCode = Type.String({ minLength: 1, maxLength: 100 });

/** Ties the identity that a code stands for to the account whose password is given. */
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

/** Opens a session for the account an identity was tied to. */
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
