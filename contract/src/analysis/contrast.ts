import Type, { type Static } from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';
import { maxInteger } from '../kit/schema.ts';

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

const siteContrast = Type.Object({
  sites: Type.Array(
    Type.Object({
      siteId: Type.Integer(),
      zone: Type.String(),
      /** Values with too little valid time, which are left out. */
      dropped: Type.Integer(),
      box: Type.Union([boxPlot, Type.Null()]),
    }),
  ),
  /** Correlations by the positions of the sites; null with fewer than three common values or without variation. */
  r: Type.Array(Type.Array(nullable)),
  /** Times at which both sites have a value. */
  counts: Type.Array(Type.Array(Type.Integer())),
  /** Positions of the sites in an order that puts similar ones side by side. */
  order: Type.Array(Type.Integer()),
  /** The first two sites: the values of both at the same times, thinned evenly, and the line through all of them. */
  pair: Type.Object({
    ts: Type.Array(Type.Integer()),
    x: Type.Array(Type.Number()),
    y: Type.Array(Type.Number()),
    total: Type.Integer(),
    line: Type.Union([
      Type.Object({
        count: Type.Integer(),
        slope: Type.Number(),
        intercept: Type.Number(),
        rSquared: Type.Number(),
      }),
      Type.Null(),
    ]),
    /** The mean of y minus x. */
    difference: nullable,
  }),
});

export type SiteContrast = Static<typeof siteContrast>;

export const maxContrastSites = 8;

/** The same channel at two to eight sites: how far their values agree. The first two are compared in detail. */
export const readContrast = endpoint({
  method: 'GET',
  path: '/analysis/contrast',
  access: { permission: 'analysis:contrast:list' },
  query: Type.Object({
    siteIds: Type.Array(Type.Integer({ minimum: 1, maximum: maxInteger }), {
      minItems: 2,
      maxItems: maxContrastSites,
    }),
    channel: Type.String({ maxLength: 32 }),
    granularity: Type.Enum(['hour', 'day']),
    from: moment,
    to: moment,
  }),
  reply: reply.data(siteContrast),
  texts: 'analysis.contrast',
});
