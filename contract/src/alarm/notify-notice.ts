import Type from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';

/** A page confirms a browser notification that it was sent, or that its browser does not allow any. */
export const confirmNotice = endpoint({
  method: 'POST',
  path: '/alarm/notice/confirm',
  access: 'session',
  body: Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }), shown: Type.Boolean() }),
  reply: reply.done,
  texts: 'notify.delivery',
  log: 'never',
});
