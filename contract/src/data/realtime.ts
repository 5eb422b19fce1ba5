import Type, { type Static } from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';
import { choice, dict, flag, id, integer, ref, text } from '../kit/field.ts';
import { requestLabels, resource } from '../kit/resource.ts';
import { extendedRowSchema, filterSchema, listSchema, maxInteger } from '../kit/schema.ts';
import { exportEndpoint } from '../kit/table-export.ts';
import { chosenIndex } from '../map/indices.ts';
import { flagMark } from '../quality/flag-mark.ts';
import { realtimeConditions, realtimeCounts } from './realtime-condition.ts';

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

const access = { permission: 'data:realtime:list' };
const { texts } = realtime;
const labels = requestLabels(realtime);

/** The prefix of a channel's code among the names of columns. */
export const channelColumnPrefix = 'channel:';

/**
 * What a list is narrowed to and sorted by beside the fields of its sites. `orderByColumn` may also be `state`, `age`
 * (of the newest value), `index` or `channel:<code>`: values that are not fresh follow those that are, and sites without
 * a value come last, in both directions.
 */
const narrowing = {
  only: Type.Optional(Type.Enum([...realtimeConditions])),
  /** The index to sort by and to export. */
  index: chosenIndex,
};

/** Every site with its newest values by channel code; moments are epoch milliseconds. */
export const listRealtime = endpoint({
  method: 'GET',
  path: `${realtime.path}/list`,
  access,
  query: Type.Object({ ...listSchema(realtime).properties, ...narrowing }),
  reply: reply.page(
    extendedRowSchema(realtime, {
      values: newestValues,
      /** The site's own limit, and the code of the channel it applies to. */
      limit: Type.Union([Type.Object({ channel: Type.String(), value: Type.Number() }), Type.Null()]),
      /** What data rules have found in the running and the last closed hour, by channel code. */
      flags: Type.Record(Type.String(), Type.Array(flagMark)),
      /** The index of the newest closed hour; null if none of the last three has enough valid data. */
      index: Type.Union([siteIndices, Type.Null()]),
      /** The server's clock, so that the age of a value does not depend on the clock of the reader. */
      now: Type.Integer(),
    }),
  ),
  texts,
  labels,
});

export const countRealtime = endpoint({
  method: 'GET',
  path: `${realtime.path}/counts`,
  access,
  query: filterSchema(realtime),
  reply: reply.data(realtimeCounts),
  texts,
  labels,
});

/** All pages of the list, in its order; `columns` are those of the file, by default all. */
export const exportRealtime = exportEndpoint({
  path: realtime.path,
  access,
  query: Type.Object({
    ...filterSchema(realtime).properties,
    ...narrowing,
    orderByColumn: Type.Optional(Type.String({ maxLength: 64 })),
    isAsc: Type.Optional(Type.String({ maxLength: 16 })),
    columns: Type.Optional(Type.Array(Type.String({ maxLength: 64 }), { maxItems: 100 })),
  }),
  texts,
  labels,
});

export const recentHours = 24;
const maxRecentSites = 200;

/** The closed hours of the last day of several sites: of a channel, or of the index without one. */
export const readRecentHours = endpoint({
  method: 'GET',
  path: `${realtime.path}/hours`,
  access,
  query: Type.Object({
    siteIds: Type.Array(Type.Integer({ minimum: 1, maximum: maxInteger }), {
      minItems: 1,
      maxItems: maxRecentSites,
    }),
    channel: Type.Optional(Type.String({ maxLength: 32 })),
    index: chosenIndex,
  }),
  reply: reply.data(
    Type.Object({
      /** The start of the first hour in epoch milliseconds; hours of zones with half hours are within theirs. */
      from: Type.Integer(),
      /** Of each site `recentHours` values, oldest first; null for an hour without enough valid data. */
      sites: Type.Array(
        Type.Object({
          siteId: Type.Integer(),
          values: Type.Array(Type.Union([Type.Number(), Type.Null()])),
        }),
      ),
    }),
  ),
  texts,
  labels: { ...labels, siteIds: 'data.series.fields.site', channel: 'data.series.fields.channels' },
});
