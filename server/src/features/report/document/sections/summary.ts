import { roundCompositeIndex } from '@limpid/aqi/assessment/round-statistic';
import { roundHalfEven } from '@limpid/aqi/decimal';
import type { ReportSection } from '@limpid/contract/report/document';
import { goodShare } from '../../facts/unit-facts.rule.ts';
import type { DocumentContext } from '../context.ts';
import { statisticFigure } from '../statistic-text.ts';

/** The figures that people look for first. */
export function makeSummary({ words, facts, pollutants }: DocumentContext): ReportSection | undefined {
  const { say } = words;
  const { index, assessment } = facts.total;
  const { edition } = assessment.standard;
  if (index.expected === 0) return undefined;
  const good = goodShare(index);
  const composite = roundCompositeIndex(assessment.composite.index, edition);
  const figure = (
    key: string,
    value: string | null,
    note: string | null = null,
    unit: string | null = null,
  ) => ({
    label: say(`summary.${key}`),
    value: value ?? say('none'),
    unit,
    note,
  });
  const figures = [
    figure(
      'goodShare',
      good === null ? null : words.number(roundHalfEven(good * 100, 1), 1),
      say('summary.goodDays', { good: (index.levels[0] ?? 0) + (index.levels[1] ?? 0), days: index.days }),
      good === null ? null : '%',
    ),
    figure(
      'meanIndex',
      index.mean === null ? null : words.number(roundHalfEven(index.mean, 0), 0),
      say('summary.indexDays', { days: index.days, expected: index.expected }),
    ),
    figure(
      'composite',
      composite === null ? null : words.number(composite, 3),
      composite === null
        ? say('summary.noComposite')
        : say(assessment.allValid ? 'summary.smallerIsBetter' : 'marks.notAllValid'),
    ),
    ...pollutants.slice(0, 1).map((pollutant) => statisticFigure(pollutant, assessment, words)),
  ];
  const { worst, primary } = index;
  const [first] = primary;
  const paragraphs = [
    ...(worst ? [say('summary.worst', { date: words.date(worst.day), aqi: worst.aqi })] : []),
    ...(first ? [say('summary.primary', { pollutant: first.pollutant, days: first.days })] : []),
    ...(index.days === 0 ? [say('summary.noIndex')] : []),
    ...(index.reference > 0 ? [say('summary.reference', { days: index.reference })] : []),
  ];
  return { key: 'summary', title: say('sections.summary'), paragraphs, figures, charts: [], tables: [] };
}
