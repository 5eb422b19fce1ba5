import Type, { type Static } from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';
import { maxInteger } from '../kit/schema.ts';
import { exportEndpoint } from '../kit/table-export.ts';
import { chosenIndex } from '../map/indices.ts';
import { channelCodes, type Granularity, granularities, valueCell } from './series.ts';

/** Rows that a pager reaches; beyond them, a page is found by its time. */
export const maxPagedRows = 10_000;
export const maxHistorySites = 20;
/** Longer than one request of a series, because rows are read in pages and exported as a stream. */
export const maxHistoryDays: Record<Granularity, number> = { minute: 400, five: 400, hour: 7400, day: 7400 };

const moment = Type.Integer({ minimum: 0, maximum: 8_640_000_000_000 });
const siteId = Type.Integer({ minimum: 1, maximum: maxInteger });
const number = Type.Union([Type.Number(), Type.Null()]);

const texts = 'data.history';
const labels = {
  siteIds: 'data.series.fields.site',
  channels: 'data.series.fields.channels',
  granularity: 'data.series.fields.granularity',
  from: 'data.series.fields.from',
  to: 'data.series.fields.to',
};
const access = { permission: 'data:history:list' } as const;

const question = {
  siteIds: Type.Array(siteId, { minItems: 1, maxItems: maxHistorySites }),
  channels: channelCodes,
  granularity: Type.Enum([...granularities]),
  from: moment,
  to: moment,
  index: chosenIndex,
};

const row = Type.Object({
  siteId: Type.Integer(),
  ts: Type.Integer(),
  aqi: Type.Optional(number),
  primary: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  /** The index is based on fewer pollutants than the standard requires. */
  reference: Type.Optional(Type.Boolean()),
  /** The pollutants whose absence withholds the index (HJ 633-2026 §5.3). */
  missing: Type.Optional(Type.Array(Type.String())),
  /** The period of the row has not ended. */
  soFar: Type.Optional(Type.Literal(true)),
  values: Type.Record(Type.String(), valueCell),
});
export type HistoryTableRow = Static<typeof row>;

/**
 * The stored values of several sites, newest first and at one moment in the requested order of sites: by page, or the
 * page after (`older`) or before (`newer`) a row. Without `cursorSite`, `older` begins at that moment.
 */
export const listHistoryRows = endpoint({
  method: 'GET',
  path: '/data/history/rows',
  access,
  query: Type.Object({
    ...question,
    pageNum: Type.Optional(Type.Integer({ minimum: 1, maximum: maxPagedRows })),
    pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
    cursor: Type.Optional(moment),
    cursorSite: Type.Optional(siteId),
    direction: Type.Optional(Type.Enum(['older', 'newer'])),
  }),
  reply: reply.data(
    Type.Object({
      rows: Type.Array(row),
      /** The number of all rows; null above 10,000 and for a page that was found by its time. */
      total: Type.Union([Type.Integer(), Type.Null()]),
      newer: Type.Boolean(),
      older: Type.Boolean(),
      /** Channels without values on this page that the device type of the site does not have. */
      absent: Type.Array(Type.Object({ siteId: Type.Integer(), channel: Type.String() })),
    }),
  ),
  texts,
  labels,
});

/** Writes all rows of the query into a file, site by site and oldest first. */
export const exportHistory = exportEndpoint({
  path: '/data/history',
  access,
  query: Type.Object(question),
  texts,
  labels,
});

const channelStatistics = Type.Object({
  /** The code of a channel; `indexCode` for the index. */
  channel: Type.String(),
  /** Values that count: of hours those with 45 valid minutes, of days those with 20 valid hours. */
  count: Type.Integer(),
  /** Values with too little valid data, or without an index, which are left out. */
  dropped: Type.Integer(),
  /** Steps of the requested period that have begun, for all sites. */
  expected: Type.Integer(),
  min: number,
  mean: number,
  p50: number,
  p90: number,
  p98: number,
  max: number,
  /** The first maximum, and its site. */
  maxAt: Type.Union([Type.Object({ siteId: Type.Integer(), ts: Type.Integer() }), Type.Null()]),
});
export type ChannelStatistics = Static<typeof channelStatistics>;

/**
 * Statistics of each channel over all rows of the query, and of the index of hours or days. Directions and states only
 * have counts; sound levels have an energetic mean.
 */
export const readHistoryStatistics = endpoint({
  method: 'GET',
  path: '/data/history/statistics',
  access,
  query: Type.Object(question),
  reply: reply.data(Type.Array(channelStatistics)),
  texts,
  labels,
});
