import Type, { type Static } from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';
import { maxInteger } from '../kit/schema.ts';
import { dateOrMonth } from './period.ts';

const nullable = Type.Union([Type.Number(), Type.Null()]);

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

const pollutionTrend = Type.Object({
  zone: Type.String(),
  from: Type.String(),
  to: Type.String(),
  /** Valid hours and days of the range, and hours left out because fewer than 45 of their minutes are valid. */
  hours: Type.Integer(),
  validDays: Type.Integer(),
  dropped: Type.Integer(),
  /** Hours 0 to 23, weekdays 1 (Monday) to 7, months 1 to 12, on the clock of the site. */
  byHour: groupMeans,
  byWeekday: groupMeans,
  byMonth: groupMeans,
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
      /** The line at the middle of the first and of the last month. */
      start: Type.Number(),
      end: Type.Number(),
    }),
    Type.Null(),
  ]),
});

export type PollutionTrend = Static<typeof pollutionTrend>;

export const maxTrendDays = 3660;
export const minTrendMonths = 24;

/** How a channel of one site varies by hour of day, weekday and month, and whether it rises or falls over years. */
export const readPollutionTrend = endpoint({
  method: 'GET',
  path: '/analysis/trend',
  access: { permission: 'analysis:trend:list' },
  query: Type.Object({
    siteId: Type.Integer({ minimum: 1, maximum: maxInteger }),
    channel: Type.String({ maxLength: 32 }),
    from: dateOrMonth,
    to: Type.Optional(dateOrMonth),
  }),
  reply: reply.data(pollutionTrend),
  texts: 'analysis.trend',
});
