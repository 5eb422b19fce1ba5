import Type from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';
import { choice, id, ref, text } from '../kit/field.ts';
import { requestLabels, resource } from '../kit/resource.ts';
import { listSchema, rowSchema } from '../kit/schema.ts';

/** Sites as people look at them who want to know what is in the air now. */
export const realtime = resource({
  path: '/data/realtime',
  permission: 'data:realtime',
  texts: 'data.realtime',
  id: 'siteId',
  name: 'siteName',
  key: ['siteId'],
  order: [{ by: 'siteName' }],
  without: ['query', 'add', 'edit', 'remove', 'export', 'import'],
  fields: {
    siteId: id(),
    siteName: text({ max: 64, search: 'like', readOnly: true }),
    mn: text({ max: 24, search: 'like', readOnly: true }),
    entityId: ref({ search: 'exact', readOnly: true }),
    entityName: text({ max: 100, readOnly: true }),
    deptId: ref({ search: 'below', readOnly: true }),
    online: choice(['on', 'off'], { search: 'exact', readOnly: true }),
    lastSeen: { kind: 'dateTime', readOnly: true },
    zone: text({ max: 64, readOnly: true }),
  },
});

/** The newest value of a channel: when it was measured, and null where it is not valid. */
const newest = Type.Object({
  ts: Type.Integer(),
  value: Type.Union([Type.Number(), Type.Null()]),
  flag: Type.String(),
});

/** Every site with its newest values by the code of their channel; moments are epoch milliseconds. */
export const listRealtime = endpoint({
  method: 'GET',
  path: `${realtime.path}/list`,
  access: { permission: 'data:realtime:list' },
  query: listSchema(realtime),
  reply: reply.page(
    Type.Object({ ...rowSchema(realtime).properties, values: Type.Record(Type.String(), newest) }),
  ),
  texts: realtime.texts,
  labels: requestLabels(realtime),
});
