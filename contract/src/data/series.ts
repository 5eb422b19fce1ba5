import Type from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';
import { maxInteger } from '../kit/schema.ts';

/** How finely time is cut. Five minutes are made of minutes when they are asked for. */
const granularities = ['minute', 'five', 'hour', 'day'] as const;
export type Granularity = (typeof granularities)[number];

/**
 * No more than this much time of each, in one question. Minutes, five minutes and hours belong to the range they begin in, a
 * day to every range that touches it.
 */
export const maxDaysByGranularity: Record<Granularity, number> = {
  minute: 31,
  five: 93,
  hour: 1100,
  day: 7400,
};
const maxSites = 20;
const maxChannels = 40;

const moment = Type.Integer({ minimum: 0, maximum: 8_640_000_000_000 });
const granularity = Type.Enum([...granularities]);
export const channelCodes = Type.Array(Type.String({ maxLength: 32 }), {
  minItems: 1,
  maxItems: maxChannels,
});
const siteId = Type.Integer({ minimum: 1, maximum: maxInteger });
const nullable = Type.Union([Type.Number(), Type.Null()]);

const texts = 'data.series';
const labels = {
  siteId: 'data.series.fields.site',
  siteIds: 'data.series.fields.site',
  channels: 'data.series.fields.channels',
  granularity: 'data.series.fields.granularity',
  from: 'data.series.fields.from',
  to: 'data.series.fields.to',
};

/** One channel at one moment or over one period. */
export const valueCell = Type.Object({
  value: nullable,
  /** Lowest and highest value within it; of minutes and five minutes where the device sent Min and Max. */
  low: Type.Optional(nullable),
  high: Type.Optional(nullable),
  /** Seconds of an hour, or hours of a day, that are valid. */
  covered: Type.Optional(Type.Integer()),
  /** What the device said of it, where that is not N; of minutes alone. */
  flag: Type.Optional(Type.String()),
  /** A person has put it there, or changed what it is made of. */
  edited: Type.Optional(Type.Literal(true)),
  /** Taken over from a file. */
  imported: Type.Optional(Type.Literal(true)),
  /** What the device sent, where that is another value and was asked for; of minutes alone. */
  raw: Type.Optional(nullable),
  /**
   * A number outside the range of the channel: shown with a mark, counted nowhere until a correction accepts it. Of several in
   * one period the one with the largest absolute value.
   */
  outOfRange: Type.Optional(Type.Number()),
});

/** The stored values of one site, newest first, a page at a time: `before` is the `next` of the page before. */
export const listHistory = endpoint({
  method: 'GET',
  path: '/data/history/list',
  access: { permission: 'data:history:list' },
  query: Type.Object({
    siteId,
    channels: Type.Optional(channelCodes),
    granularity,
    from: moment,
    to: moment,
    before: Type.Optional(moment),
    pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
    raw: Type.Optional(Type.Boolean()),
  }),
  reply: reply.data(
    Type.Object({
      zone: Type.String(),
      rows: Type.Array(
        Type.Object({
          ts: Type.Integer(),
          aqi: Type.Optional(nullable),
          primary: Type.Optional(Type.Union([Type.String(), Type.Null()])),
          /** The index is made of fewer pollutants than the standard asks for. */
          reference: Type.Optional(Type.Boolean()),
          /** Of hours and days: the pollutants whose absence withholds the index (HJ 633-2026 §5.3). */
          missing: Type.Optional(Type.Array(Type.String())),
          values: Type.Record(Type.String(), valueCell),
        }),
      ),
      next: Type.Union([Type.Integer(), Type.Null()]),
      /** The site's own limit, if its channel was asked for. */
      limit: Type.Optional(
        Type.Object({ channel: Type.String(), value: Type.Number(), hoursAbove: Type.Integer() }),
      ),
    }),
  ),
  texts,
  labels,
});

/** Lines for a chart: moments and values of several sites and channels, thinned to what a screen can show. */
export const readTrend = endpoint({
  method: 'GET',
  path: '/data/trend',
  access: { permission: 'data:trend:list' },
  query: Type.Object({
    siteIds: Type.Array(siteId, { minItems: 1, maxItems: maxSites }),
    channels: channelCodes,
    granularity,
    from: moment,
    to: moment,
    points: Type.Optional(Type.Integer({ minimum: 50, maximum: 5000 })),
  }),
  reply: reply.data(
    Type.Object({
      series: Type.Array(
        Type.Object({
          siteId: Type.Integer(),
          channel: Type.String(),
          zone: Type.String(),
          ts: Type.Array(Type.Integer()),
          values: Type.Array(nullable),
          /** The site's own limit for this channel, and how many valid hours of the range have a mean above it. */
          limit: Type.Optional(Type.Object({ value: Type.Number(), hoursAbove: Type.Integer() })),
          /** Numbers outside the range of the channel, which are no part of the line. */
          outOfRange: Type.Optional(
            Type.Object({ ts: Type.Array(Type.Integer()), values: Type.Array(Type.Number()) }),
          ),
          /** Of `ts`, the hours with fewer than 45 valid minutes, or the days with fewer than 20 valid hours. */
          few: Type.Array(Type.Integer()),
        }),
      ),
    }),
  ),
  texts,
  labels,
});
