import Type from 'typebox';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../durations.ts';
import { endpoint, reply } from '../kit/endpoint.ts';
import { maxInteger } from '../kit/schema.ts';
import { chosenIndex } from '../map/indices.ts';
import { flagMark, flagSummary } from '../quality/flag-mark.ts';

/** Granularity of time. Five-minute values are computed from minutes on request. */
export const granularities = ['minute', 'five', 'hour', 'day'] as const;
export type Granularity = (typeof granularities)[number];

/** The length of a step; a day may be an hour longer or shorter. */
export const granularityMs: Record<Granularity, number> = {
  minute: MINUTE_MS,
  five: 5 * MINUTE_MS,
  hour: HOUR_MS,
  day: DAY_MS,
};

/**
 * Maximum time range of one request by granularity. Minutes, five minutes and hours belong to the range in which they
 * begin, a day to every range that overlaps it. Ranges are chosen on the clock of the first site: days of sites in other
 * zones are those of the same dates.
 */
export const maxDaysByGranularity: Record<Granularity, number> = {
  minute: 31,
  five: 93,
  hour: 1100,
  day: 7400,
};
const maxChannels = 40;

const moment = Type.Integer({ minimum: 0, maximum: 8_640_000_000_000 });
export const granularity = Type.Enum([...granularities]);
/** The time range of a query, the second moment not included. */
export const seriesRange = { from: moment, to: moment };
export const channelCodes = Type.Array(Type.String({ maxLength: 32 }), {
  minItems: 1,
  maxItems: maxChannels,
});
const siteId = Type.Integer({ minimum: 1, maximum: maxInteger });
const nullable = Type.Union([Type.Number(), Type.Null()]);

const texts = 'data.series';
export const seriesLabels = {
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
  /** Minimum and maximum within the period; for minutes and five minutes only if the device sent Min and Max. */
  low: Type.Optional(nullable),
  high: Type.Optional(nullable),
  /** Valid seconds of an hour, or valid hours of a day. */
  covered: Type.Optional(Type.Integer()),
  /** The device's flag if it is not N; minutes only. */
  flag: Type.Optional(Type.String()),
  /** A person has set the value, or has corrected a value it is computed from. */
  edited: Type.Optional(Type.Literal(true)),
  /** Imported from a file. */
  imported: Type.Optional(Type.Literal(true)),
  /** The value that the device sent, if it differs and was requested; minutes only. */
  raw: Type.Optional(nullable),
  /**
   * A number outside the range of the channel: shown with a mark, and not counted until a correction accepts it. Of
   * several in one period, the one with the largest absolute value.
   */
  outOfRange: Type.Optional(Type.Number()),
  /** What data rules have found; not of days. */
  flags: Type.Optional(Type.Array(flagMark)),
  /** The flagged hours of a day. */
  flagged: Type.Optional(flagSummary),
});

/** The stored values of one site, newest first, in pages: `before` is the `next` of the previous page. */
export const listHistory = endpoint({
  method: 'GET',
  path: '/data/history/list',
  access: { permission: 'data:history:list' },
  query: Type.Object({
    siteId,
    channels: Type.Optional(channelCodes),
    granularity,
    ...seriesRange,
    before: Type.Optional(moment),
    pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
    raw: Type.Optional(Type.Boolean()),
    index: chosenIndex,
  }),
  reply: reply.data(
    Type.Object({
      zone: Type.String(),
      rows: Type.Array(
        Type.Object({
          ts: Type.Integer(),
          aqi: Type.Optional(nullable),
          primary: Type.Optional(Type.Union([Type.String(), Type.Null()])),
          /** The index is based on fewer pollutants than the standard requires. */
          reference: Type.Optional(Type.Boolean()),
          /** For hours and days: the pollutants whose absence withholds the index (HJ 633-2026 §5.3). */
          missing: Type.Optional(Type.Array(Type.String())),
          values: Type.Record(Type.String(), valueCell),
        }),
      ),
      next: Type.Union([Type.Integer(), Type.Null()]),
      /** The site's own limit, if its channel was requested. */
      limit: Type.Optional(
        Type.Object({ channel: Type.String(), value: Type.Number(), hoursAbove: Type.Integer() }),
      ),
    }),
  ),
  texts,
  labels: seriesLabels,
});
