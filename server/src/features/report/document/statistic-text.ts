import type { PeriodAssessment } from '@limpid/aqi/assessment/assess-period';
import { roundStatistic } from '@limpid/aqi/assessment/round-statistic';
import type { IndexPollutant } from '@limpid/aqi/pollutant';
import type { ReportSection } from '@limpid/contract/report/document';
import { concentrationUnit } from './concentration.ts';
import type { Words } from './words.ts';

/** What the standard takes of a pollutant: its mean, or a percentile of its days. */
export function nameStatistic(
  pollutant: IndexPollutant,
  { standard: { rules } }: PeriodAssessment,
  { say }: Words,
): string {
  if (rules.statistics.value[pollutant] === 'mean') return say('statistics.mean');
  const percent = rules.percentiles.value[pollutant];
  return say(pollutant === 'O3' ? 'statistics.ozonePercentile' : 'statistics.percentile', { percent });
}

function statisticDecimals(pollutant: IndexPollutant, { standard: { rules } }: PeriodAssessment): number {
  return rules.decimals.value[pollutant];
}

/** Why a statistic may not be compared; undefined for a valid one. */
export function markInvalid(
  pollutant: IndexPollutant,
  assessment: PeriodAssessment,
  { say }: Words,
): string | undefined {
  const { valid, validDays } = assessment.pollutants[pollutant];
  if (valid || validDays === 0) return undefined;
  return say('marks.fewDays', { days: validDays, expected: assessment.expectedDays });
}

export function statisticFigure(
  pollutant: IndexPollutant,
  assessment: PeriodAssessment,
  words: Words,
): ReportSection['figures'][number] {
  const { statistic } = assessment.pollutants[pollutant];
  const rounded = roundStatistic(pollutant, statistic, assessment.standard.edition);
  return {
    label: `${pollutant} – ${nameStatistic(pollutant, assessment, words)}`,
    value:
      rounded === null ? words.say('none') : words.number(rounded, statisticDecimals(pollutant, assessment)),
    unit: rounded === null ? null : concentrationUnit(pollutant),
    note: markInvalid(pollutant, assessment, words) ?? null,
  };
}
