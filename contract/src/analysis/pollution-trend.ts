import Type, { type Static } from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';
import { maxInteger } from '../kit/schema.ts';
import { exportEndpoint } from '../kit/table-export.ts';
import { chosenIndex } from '../map/indices.ts';
import { flagSummary, flagsOfValue } from '../quality/flag-mark.ts';
import { dateOrMonth } from './period.ts';

const nullable = Type.Union([Type.Number(), Type.Null()]);
const numbers = Type.Array(Type.Number());

/** Means of groups with their 95 % confidence interval, which a single value does not have. */
const groupMeans = Type.Array(
  Type.Object({
    group: Type.Integer(),
    count: Type.Integer(),
    mean: Type.Number(),
    lower: nullable,
    upper: nullable,
  }),
);

/** The flagged hours of groups; groups without any are left out. */
const groupFlags = Type.Array(Type.Object({ group: Type.Integer(), flags: flagSummary }));

const periodVariation = Type.Object({
  from: Type.String(),
  to: Type.String(),
  /** Valid hours and days of the range; hours with fewer than 45 valid minutes or without an index, and the running hour, are left out. */
  hours: Type.Integer(),
  validDays: Type.Integer(),
  dropped: Type.Integer(),
  running: Type.Integer(),
  /** Hours 0 to 23, weekdays 1 (Monday) to 7, months 1 to 12, on the clock of the site. */
  byHour: groupMeans,
  /** Hours of the week, 0 to 167 from Monday at midnight. */
  byWeekHour: groupMeans,
  byWeekday: groupMeans,
  byMonth: groupMeans,
  /** Flagged hours of the range, and of each group. */
  flags: flagsOfValue,
  flagged: Type.Object({
    byHour: groupFlags,
    byWeekHour: groupFlags,
    byWeekday: groupFlags,
    byMonth: groupFlags,
  }),
});
export type PeriodVariation = Static<typeof periodVariation>;

const longTermTrend = Type.Object({
  /** From the first month with data up to the month in which the period ends. */
  months: Type.Array(
    Type.Object({
      month: Type.String(),
      mean: nullable,
      validDays: Type.Integer(),
      /** Enough valid days for a monthly mean (HJ 663); other months are not part of the trend. */
      valid: Type.Boolean(),
      /** Days of level 1 to 6 by the index, and days without one. */
      levels: Type.Array(Type.Integer()),
      withoutIndex: Type.Integer(),
      flags: flagsOfValue,
    }),
  ),
  /**
   * The Theil–Sen slope per year of valid monthly means, each compared with the same month of other years only, and its
   * 95 % confidence interval; null with fewer than 24 valid months.
   */
  trend: Type.Union([
    Type.Object({
      count: Type.Integer(),
      slope: Type.Number(),
      lower: Type.Number(),
      upper: Type.Number(),
      p: Type.Number(),
      isSignificant: Type.Boolean(),
      /** For each month: the line, and the wedge between the lines of both ends of the confidence interval. */
      line: numbers,
      wedgeLow: numbers,
      wedgeHigh: numbers,
      /** For each month: its mean without the usual deviation of this month of the year; null if it is not valid. */
      adjusted: Type.Array(nullable),
    }),
    Type.Null(),
  ]),
});
export type LongTermTrend = Static<typeof longTermTrend>;

const pollutionTrend = Type.Object({
  zone: Type.String(),
  period: periodVariation,
  /** The period of the comparison; null without one. */
  compared: Type.Union([periodVariation, Type.Null()]),
  longTerm: longTermTrend,
});
export type PollutionTrend = Static<typeof pollutionTrend>;

export const maxTrendDays = 3660;
export const minTrendMonths = 24;
/** The lengths of the long-term trend that screens offer, in years; the server takes any up to the last. */
export const trendYears = [3, 5, 10] as const;
export type TrendYears = (typeof trendYears)[number];
export const defaultTrendYears: TrendYears = 5;

/**
 * How a channel of one site, or without one its index, varies by hour of day, weekday and month in a period, beside
 * another period on request, and whether it rises or falls over the years that end with the period.
 */
export const readPollutionTrend = endpoint({
  method: 'GET',
  path: '/analysis/trend',
  access: { permission: 'analysis:trend:list' },
  query: Type.Object({
    siteId: Type.Integer({ minimum: 1, maximum: maxInteger }),
    channel: Type.Optional(Type.String({ maxLength: 32 })),
    from: dateOrMonth,
    to: Type.Optional(dateOrMonth),
    comparedFrom: Type.Optional(dateOrMonth),
    comparedTo: Type.Optional(dateOrMonth),
    years: Type.Optional(Type.Integer({ minimum: 1, maximum: 10 })),
    index: chosenIndex,
  }),
  reply: reply.data(pollutionTrend),
  texts: 'analysis.trend',
});

export const exportPollutionTrend = exportEndpoint(readPollutionTrend);
