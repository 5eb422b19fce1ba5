import Type from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';

/**
 * Letters and digits of any script, so that every character of a name is visible: no markup, no spaces, nothing
 * invisible. Four Hangul fillers are excluded because they are letters but invisible.
 */
export const userNamePattern = '^(?:(?![\\u115F\\u1160\\u3164\\uFFA0])[\\p{L}\\p{N}._-])+$';

/** Registers a new account; allowed only if the parameter `sys.account.registerUser` is true. */
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
