import Type from 'typebox';
import { endpoint, reply } from './kit/endpoint.ts';

/** Serves a file the caller has just produced, once. */
export const downloadFile = endpoint({
  method: 'GET',
  path: '/common/download',
  access: 'session',
  query: Type.Object({
    fileName: Type.String({ minLength: 1, maxLength: 300 }),
    delete: Type.Optional(Type.Unsafe<string>({ type: 'string', maxLength: 5 })),
  }),
  reply: reply.file,
  texts: 'server.download',
});
