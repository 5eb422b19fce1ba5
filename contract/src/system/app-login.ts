import Type from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';
import { credentials } from './session.ts';

/** The mobile app shows no picture to solve, so it may try less often; the locks are those of the login. */
export const appLogin = endpoint({
  method: 'POST',
  path: '/applogin',
  access: 'public',
  body: Type.Pick(credentials, ['username', 'password']),
  reply: reply.fields(Type.Object({ token: Type.String() })),
  texts: 'shell.login',
  log: 'never',
  limit: 20,
});
