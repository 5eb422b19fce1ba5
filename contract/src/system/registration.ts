import Type from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';

/**
 * Letters and digits of any script, so that a name shows all its characters: no markup, no spaces, nothing
 * invisible. Four Hangul fillers are letters and invisible nevertheless.
 */
export const userNamePattern = '^(?:(?![\\u115F\\u1160\\u3164\\uFFA0])[\\p{L}\\p{N}._-])+$';

/** A new account of one's own; open only where the parameter `sys.account.registerUser` is true. */
export const register = endpoint({
  method: 'POST',
  path: '/register',
  access: 'public',
  body: Type.Object({
    username: Type.String({ minLength: 2, maxLength: 20, pattern: userNamePattern }),
    password: Type.String({ minLength: 6, maxLength: 20 }),
    code: Type.Optional(Type.String({ maxLength: 10 })),
    uuid: Type.Optional(Type.String({ maxLength: 64 })),
  }),
  reply: reply.done,
  texts: 'shell.register',
  labels: {
    username: 'shell.login.fields.username',
    password: 'shell.login.fields.password',
    code: 'shell.login.fields.code',
    uuid: 'shell.login.fields.uuid',
  },
  limit: 10,
});
