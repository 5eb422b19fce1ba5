import Type, { type Static } from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';
import { maxInteger } from '../kit/schema.ts';
import { areaFilter } from '../map/area.ts';
import { chosenIndex } from '../map/indices.ts';
import { dateOrMonth } from './period.ts';

const nullable = Type.Union([Type.Number(), Type.Null()]);
const nullableText = Type.Union([Type.String(), Type.Null()]);
const id = Type.Integer({ minimum: 1, maximum: maxInteger });

/**
 * A site and its rank: the cleanest or the most polluted first, equal sites share a rank, sites without data come last
 * without one.
 */
const rankedSite = Type.Object({
  rank: Type.Union([Type.Integer(), Type.Null()]),
  siteId: Type.Integer(),
  siteName: Type.String(),
  entityId: Type.Integer(),
  entityName: Type.String(),
  entityNameEn: nullableText,
  entityNameFr: nullableText,
  /** The ranked value: the channel's mean, or the index if no channel is requested. */
  value: nullable,
  aqi: nullable,
  /** Over several days, the pollutant that was primary on most of them. */
  primary: nullableText,
  /** The index is based on fewer pollutants than the standard requires. */
  reference: Type.Boolean(),
  /**
   * The pollutants whose absence withholds the index (HJ 633-2026 §5.3); otherwise empty. Over several days: those of
   * all days, if the index of every day is withheld; a single withheld day is not counted.
   */
  missing: Type.Array(Type.String()),
  /** Number of valid hours or days in the value. */
  counted: Type.Integer(),
  /** The hour or the last day has not ended at the site: the value is preliminary. */
  soFar: Type.Boolean(),
  simulated: Type.Boolean(),
});

export type RankedSite = Static<typeof rankedSite>;

export const maxRankingDays = 366;

/**
 * Sites ordered by a channel or by the air-quality index. By hour: the hour that contains `at`, by default the newest
 * hour that has ended and has data. By day: `from` to `to`, the mean of valid days; without `from`, yesterday, the last
 * day that has ended. Days follow the zone of each site, so yesterday can be two dates.
 */
export const listRanking = endpoint({
  method: 'GET',
  path: '/analysis/ranking',
  access: { permission: 'analysis:ranking:list' },
  query: Type.Object({
    granularity: Type.Enum(['hour', 'day']),
    channel: Type.Optional(Type.String({ maxLength: 32 })),
    index: chosenIndex,
    at: Type.Optional(Type.Integer({ minimum: 0, maximum: 8_640_000_000_000 })),
    from: Type.Optional(dateOrMonth),
    to: Type.Optional(dateOrMonth),
    order: Type.Optional(Type.Enum(['desc', 'asc'])),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
    entityId: Type.Optional(id),
    deptId: Type.Optional(id),
    within: areaFilter,
  }),
  reply: reply.data(
    Type.Object({
      /** The start of the hour; null by day, or if no hour has data. */
      hour: Type.Union([Type.Integer(), Type.Null()]),
      from: nullableText,
      to: nullableText,
      /** Number of sites in the data scope. */
      total: Type.Integer(),
      rows: Type.Array(rankedSite),
    }),
  ),
  texts: 'analysis.ranking',
});
