import { assessPeriod, type PeriodAssessment } from '@limpid/aqi/assessment/assess-period';
import { countPeriodDays } from '@limpid/aqi/assessment/period-validity';
import type { ReportPeriod } from '@limpid/contract/report/report-request';
import { type DaySource, type DayUnit, readAllDays } from './day-source.ts';
import { addDays, previousPeriod, samePeriodLastYear } from './periods.rule.ts';
import type { ReportDay } from './report-day.ts';
import { type IndexFacts, summariseIndex } from './unit-facts.rule.ts';

type Dates = Pick<ReportPeriod, 'first' | 'last'>;

/** A site, a station, or all of them together, in one period. */
export interface PeriodFacts {
  index: IndexFacts;
  assessment: PeriodAssessment;
}

export interface UnitFacts extends PeriodFacts {
  unit: DayUnit;
}

/** What the days of a report say. */
export interface DayFacts {
  period: ReportPeriod;
  /** The days of the period that have ended; the last one is before the first if none has. */
  ended: Dates;
  units: UnitFacts[];
  total: PeriodFacts;
  /** Of all units together. */
  days: ReportDay[];
  /** Of each unit, for the workbook; empty where the period is long. */
  details: UnitDays[];
  before: (PeriodFacts & { dates: Dates }) | null;
  lastYear: (PeriodFacts & { dates: Dates }) | null;
}

interface UnitDays {
  unit: DayUnit;
  days: readonly ReportDay[];
}

interface FactsQuery {
  period: ReportPeriod;
  /** The date of today at the subject, which has not ended. */
  today: string;
  /** Whether the days of each unit are kept. */
  withDetails: boolean;
  withComparison: boolean;
}

/** The longest period whose days are listed one by one for each unit. */
export const maxDetailDays = 92;

export async function readDayFacts(source: DaySource, query: FactsQuery): Promise<DayFacts> {
  const { period, today, withDetails, withComparison } = query;
  const ended = { first: period.first, last: today <= period.last ? addDays(today, -1) : period.last };
  const expected = Math.max(0, countPeriodDays(ended));
  const units: UnitFacts[] = [];
  const details: UnitDays[] = [];
  const keepsDays = withDetails && countPeriodDays(period) <= maxDetailDays;
  const days = await readAllDays(source, [ended.first, ended.last], (unit, found) => {
    units.push({ unit, ...assess(period, found, expected) });
    if (keepsDays) details.push({ unit, days: found });
  });
  const compare = async (dates: Dates) => {
    const found = await readAllDays(source, [dates.first, dates.last]);
    return found.length === 0 ? null : { dates, ...assess(dates, found, countPeriodDays(dates)) };
  };
  return {
    period,
    ended,
    units,
    total: assess(period, days, expected),
    days,
    details,
    before: withComparison ? await compare(previousPeriod(period)) : null,
    lastYear: withComparison ? await compare(samePeriodLastYear(period)) : null,
  };
}

function assess(period: Dates, days: readonly ReportDay[], expected: number): PeriodFacts {
  return { index: summariseIndex(days, expected), assessment: assessPeriod(period, days) };
}
