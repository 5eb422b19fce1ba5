import { allPollutants, type IndexPollutant } from '../pollutant.ts';
import { roundForPublication } from '../round.ts';
import { percentileOf, sortValues } from '../statistics/percentile.ts';
import { summarise } from '../statistics/summary.ts';
import { findAmbientLimits } from './ambient-limits.ts';
import { type AssessmentStandard, findAssessmentStandard } from './assessment-standard.ts';
import { type ByPollutant, computeByPollutant } from './by-pollutant.ts';
import { type CompositeIndex, computeCompositeIndex } from './composite-index.ts';
import { classifyPeriod, countPeriodDays, hasEnoughValidDays, type PeriodDates } from './period-validity.ts';
import { removeNoise, roundStatistic } from './round-statistic.ts';

/** One day of a site or a city, at most once in a list: µg/m³, CO in mg/m³; O3 as the highest 8-hour mean. */
export interface AssessedDay {
  /** The local date, `YYYY-MM-DD`. */
  readonly day: string;
  readonly values: Readonly<
    Partial<Record<IndexPollutant, { readonly value: number | null; readonly valid: boolean }>>
  >;
}

export interface Exceedance {
  /** Valid days whose published value is above the limit of that day. */
  readonly days: number;
  /** Their share of the valid days; null without any. */
  readonly rate: number | null;
  /** The greatest (C − S) / S of these days; null without any. */
  readonly greatestFactor: number | null;
}

/** Of the valid days and unrounded; null where there are none. */
export interface PollutantStatistics {
  /** Days with a value, valid or not. */
  readonly measuredDays: number;
  readonly validDays: number;
  /** Of the days of the period. */
  readonly validShare: number;
  /** There are enough valid days for a period of its kind. */
  readonly valid: boolean;
  /** The mean or the percentile: the one that the standard takes for this pollutant. */
  readonly statistic: number | null;
  readonly mean: number | null;
  readonly percentile: number | null;
  /** The percentile as published is above the limit of the last day. The standard judges years by it. */
  readonly percentileAboveLimit: boolean | null;
  readonly minimum: number | null;
  readonly maximum: number | null;
  readonly maximumDay: string | null;
  readonly exceedance: Exceedance;
}

export interface PeriodAssessment {
  readonly standard: AssessmentStandard;
  readonly expectedDays: number;
  /** Who says how many valid days are enough: the standard for months and years, otherwise our own rule. */
  readonly validityRule: 'standard' | 'own';
  readonly pollutants: ByPollutant<PollutantStatistics>;
  readonly composite: CompositeIndex;
  /** All six pollutants have enough valid days. */
  readonly allValid: boolean;
}

/** The statistics of a period by HJ 663, in the edition in force on its last day; days outside the period do not count. */
export function assessPeriod(period: PeriodDates, days: readonly AssessedDay[]): PeriodAssessment {
  const standard = findAssessmentStandard(period.last);
  const inPeriod = days.filter(({ day }) => day >= period.first && day <= period.last);
  const pollutants = computeByPollutant((pollutant) =>
    assessPollutant(period, inPeriod, pollutant, standard),
  );
  return {
    standard,
    expectedDays: countPeriodDays(period),
    validityRule: classifyPeriod(period) === null ? 'own' : 'standard',
    pollutants,
    composite: computeCompositeIndex(
      computeByPollutant((pollutant) => pollutants[pollutant].statistic),
      standard,
    ),
    allValid: allPollutants.every((pollutant) => pollutants[pollutant].valid),
  };
}

interface MeasuredDay {
  day: string;
  value: number;
  valid: boolean;
}

function assessPollutant(
  period: PeriodDates,
  days: readonly AssessedDay[],
  pollutant: IndexPollutant,
  { edition, rules }: AssessmentStandard,
): PollutantStatistics {
  const measured = days.flatMap(({ day, values }): MeasuredDay[] => {
    const { value = null, valid = false } = values[pollutant] ?? {};
    // A negative number is a device's placeholder or a fault, as in an hour.
    return value !== null && Number.isFinite(value) && value >= 0 ? [{ day, value, valid }] : [];
  });
  const validDays = measured.filter(({ valid }) => valid);
  const values = validDays.map(({ value }) => value);
  const { mean, min, max, maxAt } = summarise(values);
  const percentile = percentileOf(sortValues(values), rules.percentiles.value[pollutant]);
  const published = roundStatistic(pollutant, percentile, edition);
  return {
    measuredDays: measured.length,
    validDays: values.length,
    validShare: values.length / Math.max(1, countPeriodDays(period)),
    valid: hasEnoughValidDays(period, values.length),
    statistic: rules.statistics.value[pollutant] === 'mean' ? mean : percentile,
    mean,
    percentile,
    percentileAboveLimit:
      published === null ? null : published > findAmbientLimits(period.last).day[pollutant],
    minimum: min,
    maximum: max,
    maximumDay: maxAt === null ? null : (validDays[maxAt]?.day ?? null),
    exceedance: findExceedance(validDays, pollutant),
  };
}

function findExceedance(validDays: readonly MeasuredDay[], pollutant: IndexPollutant): Exceedance {
  const factors = validDays.flatMap(({ day, value }) => {
    const limit = findAmbientLimits(day).day[pollutant];
    const published = roundForPublication(pollutant, removeNoise(value));
    return published !== null && published > limit ? [(value - limit) / limit] : [];
  });
  return {
    days: factors.length,
    rate: validDays.length === 0 ? null : factors.length / validDays.length,
    greatestFactor: factors.length === 0 ? null : Math.max(...factors),
  };
}
