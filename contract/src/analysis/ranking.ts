import Type, { type Static } from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';
import { maxInteger } from '../kit/schema.ts';
import { dateOrMonth } from './period.ts';

const nullable = Type.Union([Type.Number(), Type.Null()]);
const nullableText = Type.Union([Type.String(), Type.Null()]);
const id = Type.Integer({ minimum: 1, maximum: maxInteger });

/** A site and its place: the cleanest or the dirtiest first, equals side by side, those without data last and unranked. */
const rankedSite = Type.Object({
  rank: Type.Union([Type.Integer(), Type.Null()]),
  siteId: Type.Integer(),
  siteName: Type.String(),
  entityId: Type.Integer(),
  entityName: Type.String(),
  entityNameEn: nullableText,
  entityNameFr: nullableText,
  /** What is ranked by: the channel's mean, or the index where no channel is asked for. */
  value: nullable,
  aqi: nullable,
  /** Over several days, what was primary on most of them. */
  primary: nullableText,
  /** The index is made of fewer pollutants than the standard asks for. */
  reference: Type.Boolean(),
  /**
   * The pollutants whose absence withholds the index (HJ 633-2026 §5.3); else empty. Over several days, those of all days where the
   * index of each is withheld; a single withheld day is not counted.
   */
  missing: Type.Array(Type.String()),
  /** Valid hours or days that the value is made of. */
  counted: Type.Integer(),
  /** The hour or the last day has not ended at the site: the value is so far. */
  soFar: Type.Boolean(),
  simulated: Type.Boolean(),
});

export type RankedSite = Static<typeof rankedSite>;

export const maxRankingDays = 366;

/**
 * Sites in the order of a channel or of the air-quality index. By hour: the one that `at` lies in, else the newest that
 * has ended and has data. By day: `from` to `to`, the mean of valid days; without `from` yesterday, the last day that has
 * ended. Days are those of each site's own zone, so yesterday is two dates where sites are far apart.
 */
export const listRanking = endpoint({
  method: 'GET',
  path: '/analysis/ranking',
  access: { permission: 'analysis:ranking:list' },
  query: Type.Object({
    granularity: Type.Enum(['hour', 'day']),
    channel: Type.Optional(Type.String({ maxLength: 32 })),
    at: Type.Optional(Type.Integer({ minimum: 0, maximum: 8_640_000_000_000 })),
    from: Type.Optional(dateOrMonth),
    to: Type.Optional(dateOrMonth),
    order: Type.Optional(Type.Enum(['desc', 'asc'])),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
    entityId: Type.Optional(id),
    deptId: Type.Optional(id),
  }),
  reply: reply.data(
    Type.Object({
      /** The start of the hour; null by day, or where there is none with data. */
      hour: Type.Union([Type.Integer(), Type.Null()]),
      from: nullableText,
      to: nullableText,
      /** How many sites are reached. */
      total: Type.Integer(),
      rows: Type.Array(rankedSite),
    }),
  ),
  texts: 'analysis.ranking',
});
