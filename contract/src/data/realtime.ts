import Type, { type Static } from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';
import { choice, dict, flag, id, integer, ref, text } from '../kit/field.ts';
import { requestLabels, resource } from '../kit/resource.ts';
import { extendedRowSchema, listSchema } from '../kit/schema.ts';

const unseen = { readOnly: true, notIn: ['table'] } as const;
const entityName = { label: 'data.realtime.fields.entityName', max: 64, readOnly: true } as const;

/** The list of sites with their current values. */
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
    siteId: { ...id(), notIn: ['table'] },
    siteName: text({ max: 64, search: 'like', readOnly: true }),
    mn: text({ max: 24, search: 'like', ...unseen }),
    online: choice(['on', 'off'], { search: 'exact', readOnly: true }),
    entityId: ref({ search: 'exact', ...unseen }),
    entityName: text({ ...entityName, translated: true }),
    entityNameEn: text({ ...entityName, ...unseen }),
    entityNameFr: text({ ...entityName, ...unseen }),
    deptId: ref({ search: 'below', ...unseen }),
    lastSeen: { kind: 'dateTime', ...unseen },
    reportInterval: integer(unseen),
    zone: text({ max: 64, ...unseen }),
    status: dict('sys_normal_disable', unseen),
    simulated: flag({ default: false, ...unseen }),
  },
});

/** The newest value of a channel and its time; the value is null if it is not valid. */
const newest = Type.Object({
  ts: Type.Integer(),
  value: Type.Union([Type.Number(), Type.Null()]),
  flag: Type.String(),
  /** The number that was sent, if it is outside the range of the channel and does not count. */
  outOfRange: Type.Optional(Type.Number()),
  /** True if the value is not older than the silence after which a site counts as offline. */
  fresh: Type.Boolean(),
});

const newestValues = Type.Record(Type.String(), newest);

export type NewestValues = Static<typeof newestValues>;

const siteIndex = Type.Object({
  aqi: Type.Union([Type.Number(), Type.Null()]),
  primary: Type.Integer(),
  reference: Type.Boolean(),
  /** Bits of the pollutants whose absence withholds the index; 0 if it is not withheld. */
  missing: Type.Integer(),
});

/** The same sites and numbers as on the map. */
const siteIndices = Type.Object({
  hour: Type.Integer(),
  china: siteIndex,
  us: siteIndex,
  europe: siteIndex,
  atmo: siteIndex,
});

/** Every site with its newest values by channel code; moments are epoch milliseconds. */
export const listRealtime = endpoint({
  method: 'GET',
  path: `${realtime.path}/list`,
  access: { permission: 'data:realtime:list' },
  query: listSchema(realtime),
  reply: reply.page(
    extendedRowSchema(realtime, {
      values: newestValues,
      /** The site's own limit, and the code of the channel it applies to. */
      limit: Type.Union([Type.Object({ channel: Type.String(), value: Type.Number() }), Type.Null()]),
      /** The index of the newest closed hour; null if none of the last three has enough valid data. */
      index: Type.Union([siteIndices, Type.Null()]),
      /** The server's clock, so that the age of a value does not depend on the clock of the reader. */
      now: Type.Integer(),
    }),
  ),
  texts: realtime.texts,
  labels: requestLabels(realtime),
});
