import Type, { type Static } from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';
import { maxInteger } from '../kit/schema.ts';
import { dateOrMonth } from './period.ts';

const nullable = Type.Union([Type.Number(), Type.Null()]);

const distribution = Type.Object({
  zone: Type.String(),
  from: Type.String(),
  to: Type.String(),
  /** Valid hours, and hours left out because fewer than 45 of their minutes are valid. */
  hours: Type.Integer(),
  dropped: Type.Integer(),
  histogram: Type.Union([
    Type.Object({
      start: Type.Number(),
      width: Type.Number(),
      /** Hours from the lower bound of each bin up to, but without, its upper bound. */
      counts: Type.Array(Type.Integer()),
    }),
    Type.Null(),
  ]),
  /** By HJ 663, of the hourly means. */
  percentiles: Type.Array(Type.Object({ percent: Type.Number(), value: nullable })),
  mean: nullable,
  /** Each date with its means by hour of day at the site; null where there is none. */
  heat: Type.Array(Type.Object({ day: Type.String(), values: Type.Array(nullable) })),
});

export type Distribution = Static<typeof distribution>;

export const maxDistributionDays = 366;

/** How often which concentration occurs at a site: histogram, percentiles, and hour by day. */
export const readDistribution = endpoint({
  method: 'GET',
  path: '/analysis/distribution',
  access: { permission: 'analysis:distribution:list' },
  query: Type.Object({
    siteId: Type.Integer({ minimum: 1, maximum: maxInteger }),
    channel: Type.String({ maxLength: 32 }),
    from: dateOrMonth,
    to: Type.Optional(dateOrMonth),
  }),
  reply: reply.data(distribution),
  texts: 'analysis.distribution',
});
