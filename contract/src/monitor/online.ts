import Type from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';
import { id, text } from '../kit/field.ts';
import { resource } from '../kit/resource.ts';

const moment = { kind: 'dateTime', readOnly: true } as const;

/** Open sessions of all processes. */
export const online = resource({
  path: '/monitor/online',
  permission: 'monitor:online',
  texts: 'monitor.online',
  id: 'sessionId',
  name: 'userName',
  key: ['sessionId'],
  order: [{ by: 'loginTime', desc: true }],
  without: ['add', 'edit', 'remove', 'export', 'import'],
  fields: {
    sessionId: { ...id(), notIn: ['table'] },
    tokenId: text({ max: 20, notIn: ['table'], readOnly: true }),
    userName: text({ max: 64, search: 'like', readOnly: true }),
    nickName: text({ max: 64, notIn: ['table'], readOnly: true }),
    deptName: text({ max: 64, readOnly: true }),
    ipaddr: text({ max: 64, search: 'like', readOnly: true }),
    loginLocation: text({ max: 64, notIn: ['table'], readOnly: true }),
    browser: text({ max: 64, readOnly: true }),
    os: text({ max: 64, readOnly: true }),
    loginTime: moment,
    lastUseTime: moment,
  },
});

const ending = {
  method: 'DELETE',
  reply: reply.done,
  texts: online.texts,
  labels: { tokenId: 'kit.fields.id', tokenIds: 'kit.fields.id' },
  log: 'forceLogout',
} as const;

/** Ends a session of a user in the caller's data scope at once. */
export const forceLogout = endpoint({
  ...ending,
  path: '/monitor/online/:tokenId',
  access: { permission: 'monitor:online:forceLogout' },
  params: Type.Object({ tokenId: Type.String({ pattern: '^\\d{1,15}$' }) }),
});

/** The same for several sessions, all or none. */
export const batchLogout = endpoint({
  ...ending,
  path: '/monitor/online/batch/:tokenIds',
  access: { permission: 'monitor:online:batchLogout' },
  params: Type.Object({ tokenIds: Type.String({ pattern: '^\\d{1,15}(,\\d{1,15}){0,199}$' }) }),
});
