import Type, { type Static } from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';
import { maxInteger } from '../kit/schema.ts';
import { exportEndpoint } from '../kit/table-export.ts';
import { chosenIndex } from '../map/indices.ts';
import { flagSummary, flagsOfValue } from '../quality/flag-mark.ts';

const nullable = Type.Union([Type.Number(), Type.Null()]);
const moment = Type.Integer({ minimum: 0, maximum: 8_640_000_000_000 });

const boxPlot = Type.Object({
  count: Type.Integer(),
  /** The last values within 1.5 interquartile ranges of the box. */
  lowerWhisker: Type.Number(),
  lowerQuartile: Type.Number(),
  median: Type.Number(),
  upperQuartile: Type.Number(),
  upperWhisker: Type.Number(),
  mean: nullable,
  /** The values beyond the whiskers: how many, and the most distant of them. */
  outlierCount: Type.Integer(),
  outliers: Type.Array(Type.Number()),
});

const line = Type.Object({
  count: Type.Integer(),
  slope: Type.Number(),
  intercept: Type.Number(),
  /** Null if the values of the second site do not vary. */
  rSquared: Type.Union([Type.Number(), Type.Null()]),
});

/** A site, or an official station: one of `siteId` and `code` is null. */
const member = Type.Object({
  siteId: Type.Union([Type.Integer(), Type.Null()]),
  code: Type.Union([Type.String(), Type.Null()]),
  name: Type.String(),
  zone: Type.String(),
  /** Values with too little valid time, or hours or days without an index, which are left out. */
  dropped: Type.Integer(),
  /** 1 if the running hour or day has a value, which is left out too. */
  running: Type.Integer(),
  box: Type.Union([boxPlot, Type.Null()]),
  /** By the positions of `ts`. */
  values: Type.Array(nullable),
  /** Flagged hours of the period, and those of each hour or day that has some; official stations have no flags. */
  flags: flagsOfValue,
  flagged: Type.Array(Type.Object({ ts: Type.Integer(), flags: flagSummary })),
});
export type ContrastMember = Static<typeof member>;

const siteContrast = Type.Object({
  /** The sites, then the official stations. */
  members: Type.Array(member),
  /** All times at which one of them has a value or a flag: starts of hours, or dates at midnight UTC, ascending. */
  ts: Type.Array(Type.Integer()),
  /** Correlations by the positions of the members; null with fewer than three common values or without variation. */
  r: Type.Array(Type.Array(nullable)),
  /** Times at which both have a value. */
  counts: Type.Array(Type.Array(Type.Integer())),
  /** Positions of the members in an order that puts similar ones side by side. */
  order: Type.Array(Type.Integer()),
  /** The line of least squares through the common values of two members, by the positions of x and y. */
  lines: Type.Array(Type.Array(Type.Union([line, Type.Null()]))),
  /** The mean of y minus x over their common times, by the positions of x and y. */
  differences: Type.Array(Type.Array(nullable)),
});

export type SiteContrast = Static<typeof siteContrast>;

export const maxContrastSites = 8;

/**
 * The same channel, or without one the index, at two to eight sites or official stations: their values, and how far these
 * agree. Days are compared by their date, each on the clock of its site. Official stations have an index of hours only.
 */
export const readContrast = endpoint({
  method: 'GET',
  path: '/analysis/contrast',
  access: { permission: 'analysis:contrast:list' },
  query: Type.Object({
    siteIds: Type.Optional(
      Type.Array(Type.Integer({ minimum: 1, maximum: maxInteger }), { maxItems: maxContrastSites }),
    ),
    /** Codes of official stations. */
    references: Type.Optional(Type.Array(Type.String({ maxLength: 32 }), { maxItems: maxContrastSites })),
    channel: Type.Optional(Type.String({ maxLength: 32 })),
    index: chosenIndex,
    granularity: Type.Enum(['hour', 'day']),
    from: moment,
    to: moment,
  }),
  reply: reply.data(siteContrast),
  texts: 'analysis.contrast',
});

export const exportContrast = exportEndpoint(readContrast);
