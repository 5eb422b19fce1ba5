import Type, { type Static } from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';
import { maxInteger } from '../kit/schema.ts';
import { exportEndpoint } from '../kit/table-export.ts';
import { chosenIndex } from '../map/indices.ts';
import { channelCodes, granularity, seriesLabels, seriesRange } from './series.ts';

const maxSites = 20;
const maxReferences = 8;
/** Twice the pixels of the widest screens. */
export const maxTrendPoints = 8000;

const nullable = Type.Union([Type.Number(), Type.Null()]);
const siteIds = Type.Array(Type.Integer({ minimum: 1, maximum: maxInteger }), {
  minItems: 1,
  maxItems: maxSites,
});
const access = { permission: 'data:trend:list' } as const;
const texts = 'data.trend';
const labels = { ...seriesLabels, references: 'data.trend.references' };

/** Values over time; a null breaks the line where two values are further apart than 1.5 steps, also inside a point. */
const line = {
  /** The code of a channel; `indexCode` for the index. */
  channel: Type.String(),
  zone: Type.String(),
  granularity,
  /** Milliseconds that a point stands for, up to the next one: several steps of the granularity if the line is thinned. */
  step: Type.Integer(),
  /** The number of values before thinning. */
  count: Type.Integer(),
  ts: Type.Array(Type.Integer()),
  values: Type.Array(nullable),
  /**
   * The lowest and highest value behind each point: of the minutes of hours and days, of the values of a thinned line, or
   * as the device sent them with a minute. Where none is stored, the value itself.
   */
  low: Type.Optional(Type.Array(nullable)),
  high: Type.Optional(Type.Array(nullable)),
};

const siteLine = Type.Object({
  siteId: Type.Integer(),
  ...line,
  /** The device type of the site has no such channel, and none of its values is stored in the range. */
  absent: Type.Optional(Type.Literal(true)),
  /** The site's own limit for this channel, and how many valid hours of the range have a mean above it. */
  limit: Type.Optional(Type.Object({ value: Type.Number(), hoursAbove: Type.Integer() })),
  /** The newest numbers outside the range of the channel, which are not part of the line, and how many there are. */
  outOfRange: Type.Optional(
    Type.Object({
      count: Type.Integer(),
      ts: Type.Array(Type.Integer()),
      values: Type.Array(Type.Number()),
    }),
  ),
  /** The entries of `ts` with hours of fewer than 45 valid minutes, or days of fewer than 20 valid hours. */
  few: Type.Array(Type.Integer()),
  /** The number of these hours or days; for the index that of hours or days with values whose index is missing. */
  fewCount: Type.Integer(),
  /** The entries of `ts` with hours that a data rule leaves out, and the number of these hours. */
  excluded: Type.Optional(Type.Array(Type.Integer())),
  excludedCount: Type.Optional(Type.Integer()),
});
export type TrendSiteLine = Static<typeof siteLine>;

/** The published hours of an official station. */
const referenceLine = Type.Object({
  code: Type.String(),
  name: Type.String(),
  city: Type.String(),
  ...line,
});
export type TrendReferenceLine = Static<typeof referenceLine>;

/**
 * Lines of several sites and channels, thinned to the number of points that a screen can show, with lines of an index on
 * request. The index exists from the hour on: with finer steps its lines have hours.
 */
export const readTrend = endpoint({
  method: 'GET',
  path: '/data/trend',
  access,
  query: Type.Object({
    /** Not needed beside official stations. */
    siteIds: Type.Optional(siteIds),
    /** Not needed beside an index. */
    channels: Type.Optional(channelCodes),
    index: chosenIndex,
    granularity,
    ...seriesRange,
    points: Type.Optional(Type.Integer({ minimum: 50, maximum: maxTrendPoints })),
    /** Whether lines have the lowest and highest values behind their points; true by default. */
    band: Type.Optional(Type.Boolean()),
    /** Codes of official stations; they have lines of hours for pollutants among the channels, and for the index. */
    references: Type.Optional(Type.Array(Type.String({ maxLength: 32 }), { maxItems: maxReferences })),
  }),
  reply: reply.data(
    Type.Object({ series: Type.Array(siteLine), references: Type.Optional(Type.Array(referenceLine)) }),
  ),
  texts,
  labels,
});

/** All values of the lines without thinning, one row for each moment or date. */
export const exportTrend = exportEndpoint(readTrend);

/** What a marker on the axis of time stands for. */
const markerKinds = ['correction', 'calibration', 'flag'] as const;

const marker = Type.Object({
  kind: Type.Enum([...markerKinds]),
  siteId: Type.Integer(),
  channel: Type.String(),
  /** The channel measures a pollutant of the index. */
  ofIndex: Type.Boolean(),
  /** The first and the last value that it concerns. */
  from: Type.Integer(),
  to: Type.Integer(),
  /** The number of values; 0 for a calibration, which applies to what is measured from then on. */
  count: Type.Integer(),
  /** Of a correction why, as entered by the person; of a calibration the coefficients; of a flag the rule and why. */
  text: Type.String(),
  by: Type.String(),
  /** When it was done. */
  at: Type.Integer(),
});
export type TrendMarker = Static<typeof marker>;

/**
 * What people did to the values of sites in a range, the latest first: corrections in effect and calibrations, of channels
 * and of the pollutants of an index.
 */
export const listTrendMarkers = endpoint({
  method: 'GET',
  path: '/data/trend/markers',
  access,
  query: Type.Object({
    siteIds,
    /** Not needed beside an index. */
    channels: Type.Optional(channelCodes),
    index: chosenIndex,
    ...seriesRange,
  }),
  reply: reply.data(
    Type.Object({
      markers: Type.Array(marker),
      /** False if there are more than one response can have. */
      isComplete: Type.Boolean(),
    }),
  ),
  texts,
  labels,
});
