import Type, { type Static } from 'typebox';
import { date } from '../kit/date.ts';
import { maxInteger } from '../kit/schema.ts';

export const reportSubjects = ['site', 'entity', 'city'] as const;

export const reportPeriods = ['day', 'week', 'month', 'quarter', 'year', 'range'] as const;
export type ReportPeriodKind = (typeof reportPeriods)[number];

/** In the order of a new template. */
export const reportSections = [
  'summary',
  'statistics',
  'exceedances',
  'levels',
  'days',
  'sites',
  'ranking',
  'comparison',
  'completeness',
  'gaps',
  'alarms',
  'cannons',
  'calibrations',
  'corrections',
  'method',
] as const;
export type ReportSectionKey = (typeof reportSections)[number];

/** The longest period in days: ten years. */
export const maxReportDays = 3660;

const id = Type.Integer({ minimum: 1, maximum: maxInteger });

/** What a report is about: a site, an entity, or the reference stations of a city. */
const reportSubject = Type.Union([
  Type.Object({ kind: Type.Literal('site'), siteId: id }),
  Type.Object({ kind: Type.Literal('entity'), entityId: id }),
  Type.Object({
    kind: Type.Literal('city'),
    /** Empty if no publication names it. */
    province: Type.String({ maxLength: 64 }),
    city: Type.String({ minLength: 1, maxLength: 64 }),
  }),
]);
export type ReportSubject = Static<typeof reportSubject>;

/** Whole days of the subject's own calendar, both included. */
export const reportPeriod = Type.Object({
  kind: Type.Enum([...reportPeriods]),
  first: date,
  last: date,
});
export type ReportPeriod = Static<typeof reportPeriod>;
