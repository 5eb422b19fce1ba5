import { roundCompositeIndex } from '@limpid/aqi/assessment/round-statistic';
import type { IndexPollutant } from '@limpid/aqi/pollutant';
import type { ReportSection } from '@limpid/contract/report/document';
import { concentrationUnit, dayCell, statisticCell } from '../concentration.ts';
import type { DocumentContext } from '../context.ts';
import { markInvalid, nameStatistic } from '../statistic-text.ts';
import { makeTable, type TableField } from '../table.ts';

/** The concentrations of the period by HJ 663, with their validity and the composite index. */
export function makeStatistics({ words, facts, pollutants }: DocumentContext): ReportSection | undefined {
  const { say } = words;
  const { assessment } = facts.total;
  const { edition, rules } = assessment.standard;
  const of = (pollutant: IndexPollutant) => assessment.pollutants[pollutant];
  if (!pollutants.some((pollutant) => of(pollutant).measuredDays > 0)) return undefined;
  const fields: TableField<IndexPollutant>[] = [
    { title: say('columns.pollutant'), width: 1.5, read: (one) => one },
    { title: say('columns.unit'), width: 1.2, read: concentrationUnit },
    { title: say('columns.statistic'), width: 2.4, read: (one) => nameStatistic(one, assessment, words) },
    {
      title: say('columns.value'),
      kind: 'number',
      read: (one) => statisticCell(one, of(one).statistic, assessment),
      mark: (one) => markInvalid(one, assessment, words),
    },
    { title: say('columns.yearLimit'), kind: 'number', read: (one) => rules.indexLimits.value[one] },
    {
      title: say('columns.singleIndex'),
      kind: 'number',
      decimals: rules.indexDecimals.value,
      read: (one) => roundCompositeIndex(assessment.composite.single[one], edition),
    },
    { title: say('columns.validDays'), kind: 'number', read: (one) => of(one).validDays },
    {
      title: say('columns.validShare'),
      unit: '%',
      kind: 'number',
      decimals: 1,
      read: (one) => of(one).validShare * 100,
    },
    { title: say('columns.lowestDay'), kind: 'number', read: (one) => dayCell(one, of(one).minimum) },
    { title: say('columns.highestDay'), kind: 'number', read: (one) => dayCell(one, of(one).maximum) },
    { title: say('columns.highestOn'), kind: 'date', width: 1.4, read: (one) => of(one).maximumDay },
  ];
  const composite = roundCompositeIndex(assessment.composite.index, edition);
  const notes = [
    say(assessment.validityRule === 'standard' ? 'statistics.validity' : 'statistics.ownValidity'),
    composite === null
      ? say('statistics.noComposite')
      : say('statistics.composite', {
          index: words.number(composite, rules.indexDecimals.value),
          primary: words.list(assessment.composite.primary),
        }),
    ...(rules.weights.confirmed ? [] : [say('statistics.unconfirmed', { edition })]),
  ];
  return {
    key: 'statistics',
    title: say('sections.statistics'),
    paragraphs: [],
    figures: [],
    charts: [],
    tables: [makeTable({ key: 'statistics', fields, rows: pollutants, notes })],
  };
}
