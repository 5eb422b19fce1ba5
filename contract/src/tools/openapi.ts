import { endpoint, reply } from '../kit/endpoint.ts';

/** The machine-readable description of this API. */
export const openApi = endpoint({
  method: 'GET',
  path: '/v3/api-docs',
  access: { permission: 'tool:swagger:list' },
  reply: reply.file,
  texts: 'server.openApi',
});
