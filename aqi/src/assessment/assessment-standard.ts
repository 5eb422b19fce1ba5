import type { ByPollutant } from './by-pollutant.ts';

/** A figure of an edition. Unconfirmed: known from public practice only, because the text could not be compared. */
interface Rule<T> {
  readonly confirmed: boolean;
  readonly value: T;
}

interface AssessmentRules {
  /** What stands for a period: the mean of its valid days, or the percentile below. */
  readonly statistics: Rule<ByPollutant<'mean' | 'percentile'>>;
  /** The percentile of the daily values that a year compares with the limit of a day. */
  readonly percentiles: Rule<ByPollutant<number>>;
  /** The statistic whose single index is 1: the limit of a year, of CO and O3 that of a day (µg/m³, CO mg/m³). */
  readonly indexLimits: Rule<ByPollutant<number>>;
  /** How often a single index counts in the composite index. */
  readonly weights: Rule<ByPollutant<number>>;
  /** The decimals of a published statistic; those of a published day are other ones. */
  readonly decimals: Rule<ByPollutant<number>>;
  readonly indexDecimals: Rule<number>;
}

type AssessmentRule = keyof AssessmentRules;

export interface AssessmentStandard {
  readonly edition: 'HJ 663-2013' | 'HJ 663-2026';
  readonly since: string;
  readonly rules: AssessmentRules;
}

const hj663of2013: AssessmentStandard = {
  edition: 'HJ 663-2013',
  since: '2013-10-01',
  rules: {
    statistics: {
      confirmed: true,
      value: { 'PM2.5': 'mean', PM10: 'mean', SO2: 'mean', NO2: 'mean', CO: 'percentile', O3: 'percentile' },
    },
    percentiles: {
      confirmed: true,
      value: { 'PM2.5': 95, PM10: 95, SO2: 98, NO2: 98, CO: 95, O3: 90 },
    },
    indexLimits: {
      confirmed: true,
      value: { 'PM2.5': 35, PM10: 70, SO2: 60, NO2: 40, CO: 4, O3: 160 },
    },
    weights: { confirmed: true, value: { 'PM2.5': 1, PM10: 1, SO2: 1, NO2: 1, CO: 1, O3: 1 } },
    decimals: { confirmed: true, value: { 'PM2.5': 0, PM10: 0, SO2: 0, NO2: 0, CO: 1, O3: 0 } },
    indexDecimals: { confirmed: false, value: 3 },
  },
};

const hj663of2026: AssessmentStandard = {
  edition: 'HJ 663-2026',
  since: '2026-03-01',
  rules: {
    statistics: hj663of2013.rules.statistics,
    percentiles: hj663of2013.rules.percentiles,
    indexLimits: {
      confirmed: false,
      value: { 'PM2.5': 30, PM10: 60, SO2: 60, NO2: 40, CO: 4, O3: 160 },
    },
    weights: { confirmed: false, value: { 'PM2.5': 3, PM10: 1, SO2: 1, NO2: 2, CO: 1, O3: 2 } },
    decimals: { confirmed: false, value: { 'PM2.5': 1, PM10: 1, SO2: 1, NO2: 1, CO: 2, O3: 1 } },
    indexDecimals: { confirmed: false, value: 3 },
  },
};

export const assessmentStandards: Readonly<Record<AssessmentStandard['edition'], AssessmentStandard>> = {
  'HJ 663-2013': hj663of2013,
  'HJ 663-2026': hj663of2026,
};

/** The standard of a period that ends on `lastDay` (`YYYY-MM-DD`, local): the whole year 2026 follows the new edition. */
export function findAssessmentStandard(lastDay: string): AssessmentStandard {
  return lastDay >= hj663of2026.since ? hj663of2026 : hj663of2013;
}

/** The rules that a report must mark as unconfirmed. */
export function listUnconfirmedRules({ rules }: AssessmentStandard): AssessmentRule[] {
  const all: AssessmentRule[] = [
    'statistics',
    'percentiles',
    'indexLimits',
    'weights',
    'decimals',
    'indexDecimals',
  ];
  return all.filter((rule) => !rules[rule].confirmed);
}
