import Type, { type Static } from 'typebox';
import { date } from '../kit/date.ts';
import { endpoint, reply } from '../kit/endpoint.ts';
import { maxInteger } from '../kit/schema.ts';
import { areaFilter } from '../map/area.ts';
import { dateOrMonth } from './period.ts';

const id = Type.Integer({ minimum: 1, maximum: maxInteger });
const nullableText = Type.Union([Type.String(), Type.Null()]);

/** Counts of packets and of values; a rate is null if there is nothing to count. */
const counts = {
  expected: Type.Integer(),
  received: Type.Integer(),
  /** Received divided by expected, 0 to 1. */
  transmissionRate: Type.Union([Type.Number(), Type.Null()]),
  values: Type.Integer(),
  validValues: Type.Integer(),
  /** Valid divided by received values, 0 to 1. */
  validRate: Type.Union([Type.Number(), Type.Null()]),
};

const siteCompleteness = Type.Object({
  siteId: Type.Integer(),
  siteName: Type.String(),
  entityName: Type.String(),
  entityNameEn: nullableText,
  entityNameFr: nullableText,
  reportInterval: Type.Integer(),
  simulated: Type.Boolean(),
  /** The last day has not ended at the site: the counts are preliminary. */
  soFar: Type.Boolean(),
  ...counts,
});
const summary = Type.Object({
  sites: Type.Integer(),
  /** Sites that should have reported and did not. */
  silent: Type.Integer(),
  soFar: Type.Boolean(),
  ...counts,
});

export type SiteCompleteness = Static<typeof siteCompleteness>;
export type CompletenessSummary = Static<typeof summary>;

export const maxCompletenessDays = 400;

/** How much of the expected data has arrived, and how much of it is valid. docs/data-quality.md has the formulas. */
export const listCompleteness = endpoint({
  method: 'GET',
  path: '/data/completeness',
  access: { permission: 'data:completeness:list' },
  query: Type.Object({
    /** By default today, in the zone of each site. */
    from: Type.Optional(dateOrMonth),
    to: Type.Optional(dateOrMonth),
    siteId: Type.Optional(id),
    entityId: Type.Optional(id),
    deptId: Type.Optional(id),
    within: areaFilter,
    pageNum: Type.Optional(id),
    pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
    orderByColumn: Type.Optional(Type.Enum(['siteName', 'transmissionRate', 'validRate'])),
    isAsc: Type.Optional(Type.String({ maxLength: 16 })),
  }),
  reply: reply.fields(Type.Object({ rows: Type.Array(siteCompleteness), total: Type.Integer(), summary })),
  texts: 'analysis.completeness',
});

const dayCompleteness = Type.Object({
  day: date,
  /** The day has not ended at the site: the counts are preliminary. */
  soFar: Type.Boolean(),
  ...counts,
});
export type DayCompleteness = Static<typeof dayCompleteness>;

const siteDays = Type.Object({ siteId: Type.Integer(), days: Type.Array(dayCompleteness) });
export type SiteCompletenessDays = Static<typeof siteDays>;

/**
 * The same day by day for chosen sites. Days before the first data of a site and days that were stored before packets
 * were counted expect nothing.
 */
export const listCompletenessDays = endpoint({
  method: 'GET',
  path: '/data/completeness/days',
  access: { permission: 'data:completeness:list' },
  query: Type.Object({
    siteIds: Type.Array(id, { minItems: 1, maxItems: 20 }),
    from: dateOrMonth,
    to: Type.Optional(dateOrMonth),
  }),
  reply: reply.data(Type.Array(siteDays)),
  texts: 'analysis.completeness',
});

const recentCounts = Type.Object(counts);
const recent = Type.Object({ lastDay: recentCounts, lastMonth: recentCounts });
export type RecentCompleteness = Static<typeof recent>;

/** The same for one site over its last 24 closed hours, and over its last 30 days including today. */
export const readRecentCompleteness = endpoint({
  method: 'GET',
  path: '/data/completeness/recent',
  access: { permission: 'data:completeness:list' },
  query: Type.Object({ siteId: id }),
  reply: reply.data(recent),
  texts: 'analysis.completeness',
});
