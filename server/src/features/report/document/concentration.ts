import type { PeriodAssessment } from '@limpid/aqi/assessment/assess-period';
import { roundStatistic } from '@limpid/aqi/assessment/round-statistic';
import type { IndexPollutant } from '@limpid/aqi/pollutant';
import { roundForPublication } from '@limpid/aqi/round';
import type { ReportCell } from '@limpid/contract/report/document';

export function concentrationUnit(pollutant: IndexPollutant): string {
  return pollutant === 'CO' ? 'mg/m³' : 'µg/m³';
}

/** The decimals of a day as it is published. */
export function dayDecimals(pollutant: IndexPollutant): number {
  return pollutant === 'CO' ? 1 : 0;
}

/** A concentration of one day as it is published. */
export function dayCell(pollutant: IndexPollutant, value: number | null | undefined): ReportCell {
  const rounded = value === null || value === undefined ? null : roundForPublication(pollutant, value);
  return rounded === null ? null : { value: rounded, decimals: dayDecimals(pollutant) };
}

/** A statistic of a period as its edition of HJ 663 publishes it. */
export function statisticCell(
  pollutant: IndexPollutant,
  value: number | null,
  { standard: { edition, rules } }: PeriodAssessment,
): ReportCell {
  const rounded = roundStatistic(pollutant, value, edition);
  return rounded === null ? null : { value: rounded, decimals: rules.decimals.value[pollutant] };
}
