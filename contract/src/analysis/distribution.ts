import Type, { type Static } from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';
import { maxInteger } from '../kit/schema.ts';
import { exportEndpoint } from '../kit/table-export.ts';
import { chosenIndex } from '../map/indices.ts';
import { flagSummary, flagsOfValue } from '../quality/flag-mark.ts';
import { dateOrMonth } from './period.ts';

const nullable = Type.Union([Type.Number(), Type.Null()]);

const distribution = Type.Object({
  zone: Type.String(),
  from: Type.String(),
  to: Type.String(),
  /** Valid hours, hours left out for fewer than 45 valid minutes or without an index, and the running hour, left out too. */
  hours: Type.Integer(),
  dropped: Type.Integer(),
  running: Type.Integer(),
  histogram: Type.Union([
    Type.Object({
      start: Type.Number(),
      width: Type.Number(),
      /** Hours from the lower bound of each bin up to, but without, its upper bound. */
      counts: Type.Array(Type.Integer()),
    }),
    Type.Null(),
  ]),
  /** By HJ 663, of the hourly means or indices. */
  percentiles: Type.Array(Type.Object({ percent: Type.Number(), value: nullable })),
  mean: nullable,
  /** Flagged hours of the period. */
  flags: flagsOfValue,
  /** Each date with its values by hour of day at the site, null where there is none, and the flagged ones of these hours. */
  heat: Type.Array(
    Type.Object({
      day: Type.String(),
      values: Type.Array(nullable),
      flagged: Type.Array(Type.Object({ hour: Type.Integer(), flags: flagSummary })),
    }),
  ),
});

export type Distribution = Static<typeof distribution>;

export const maxDistributionDays = 366;
export const maxDistributionSites = 8;

const access = { permission: 'analysis:distribution:list' } as const;
const texts = 'analysis.distribution';
const siteId = Type.Integer({ minimum: 1, maximum: maxInteger });
const channel = Type.String({ maxLength: 32 });
const dates = { from: dateOrMonth, to: Type.Optional(dateOrMonth) };

/**
 * How often which concentration occurs at a site: histogram, percentiles, and hour by day. Without a channel it is that of
 * the hourly index.
 */
export const readDistribution = endpoint({
  method: 'GET',
  path: '/analysis/distribution',
  access,
  query: Type.Object({ siteId, channel: Type.Optional(channel), index: chosenIndex, ...dates }),
  reply: reply.data(distribution),
  texts,
});

const levelShares = Type.Object({
  /** Hours of a channel, or days of the index, are counted. */
  counted: Type.Enum(['hour', 'day']),
  sites: Type.Array(
    Type.Object({
      siteId: Type.Integer(),
      zone: Type.String(),
      /** Hours or days of each level. */
      counts: Type.Array(Type.Integer()),
      /** Hours with fewer than 45 valid minutes, or past days without an index. */
      dropped: Type.Integer(),
      /** The running hour or day, if it has a value; it is left out. */
      running: Type.Integer(),
      flags: flagsOfValue,
    }),
  ),
});
export type LevelShares = Static<typeof levelShares>;

/**
 * How much of a period sites spend in which level: hours of a channel between bounds, such as those of its levels, or
 * without a channel days by the level of the index.
 */
export const readLevelShares = endpoint({
  method: 'GET',
  path: '/analysis/distribution/levels',
  access,
  query: Type.Object({
    siteIds: Type.Array(siteId, { minItems: 1, maxItems: maxDistributionSites }),
    channel: Type.Optional(channel),
    /** Upper bounds of the levels; the last level is open. */
    bounds: Type.Optional(Type.Array(Type.Number(), { minItems: 1, maxItems: 9 })),
    index: chosenIndex,
    ...dates,
  }),
  reply: reply.data(levelShares),
  texts,
});

/** Levels of all sites, with percentiles, histogram and hours of a channel or of the index. */
export const exportDistribution = exportEndpoint(readLevelShares, '/analysis/distribution/export');

export const siteStatistics = ['mean', 'p50', 'p90', 'p98', 'share'] as const;
export type SiteStatistic = (typeof siteStatistics)[number];
export const maxStatisticSites = 10_000;

const measuredSite = Type.Object({
  siteId: Type.Integer(),
  siteName: Type.String(),
  /** WGS-84; null if the site has no coordinates yet. */
  longitude: nullable,
  latitude: nullable,
  simulated: Type.Boolean(),
  /** Null without valid hours or days; a share is from 0 to 1. */
  value: nullable,
  /** Valid hours or days in it. */
  count: Type.Integer(),
  /** Flagged hours of the period. */
  flags: flagsOfValue,
});
export type MeasuredSite = Static<typeof measuredSite>;

/**
 * One statistic of every site within the data scope. Few sites or short periods are computed from hours, others from
 * days; the current hour and day are left out. Without a channel it is the statistic of the daily index.
 */
export const listSiteStatistics = endpoint({
  method: 'GET',
  path: '/analysis/distribution/sites',
  access,
  query: Type.Object({
    channel: Type.Optional(channel),
    index: chosenIndex,
    statistic: Type.Enum([...siteStatistics]),
    /**
     * A share counts values above this one; of daily means of a pollutant of the index, those above the 24-hour limit of
     * the standard in force instead.
     */
    above: Type.Optional(Type.Number()),
    ...dates,
  }),
  reply: reply.data(
    Type.Object({
      counted: Type.Enum(['hour', 'day']),
      from: Type.String(),
      to: Type.String(),
      /** What a share counts values above, in the order of their dates; empty if days have no limit. */
      limits: Type.Array(Type.Number()),
      /** At most 10,000 sites. */
      sites: Type.Array(measuredSite),
      total: Type.Integer(),
    }),
  ),
  texts,
});

export const exportSiteStatistics = exportEndpoint(listSiteStatistics);
