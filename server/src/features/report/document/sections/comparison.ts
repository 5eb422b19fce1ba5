import { roundCompositeIndex, roundStatistic } from '@limpid/aqi/assessment/round-statistic';
import { roundHalfEven } from '@limpid/aqi/decimal';
import type { ReportCell, ReportSection } from '@limpid/contract/report/document';
import type { PeriodFacts } from '../../facts/report-facts.ts';
import { goodShare } from '../../facts/unit-facts.rule.ts';
import { concentrationUnit } from '../concentration.ts';
import type { DocumentContext } from '../context.ts';
import { makeTable, type TableField } from '../table.ts';

/** A figure of a period, rounded as it is published. */
interface Figure {
  name: string;
  unit: string | null;
  decimals: number;
  read(facts: PeriodFacts): number | null;
  /** Percentages differ in points; other figures change by a share. */
  isShare?: boolean;
  /** Enough days are valid. */
  isValid?(facts: PeriodFacts): boolean;
}

/** The period beside the one before and the same of the year before. */
export function makeComparison({ words, facts, pollutants }: DocumentContext): ReportSection | undefined {
  const { before, lastYear, total } = facts;
  if (!before && !lastYear) return undefined;
  const { say } = words;
  const { edition, rules } = total.assessment.standard;
  const figures: Figure[] = [
    ...pollutants.map(
      (pollutant): Figure => ({
        name: pollutant,
        unit: concentrationUnit(pollutant),
        decimals: rules.decimals.value[pollutant],
        // Both periods by one edition, because figures of different decimals cannot be compared.
        read: ({ assessment }) =>
          roundStatistic(pollutant, assessment.pollutants[pollutant].statistic, edition),
        isValid: ({ assessment }) => assessment.pollutants[pollutant].valid,
      }),
    ),
    {
      name: say('columns.goodShare'),
      unit: '%',
      decimals: 1,
      isShare: true,
      read: ({ index }) => {
        const share = goodShare(index);
        return share === null ? null : roundHalfEven(share * 100, 1);
      },
    },
    {
      name: say('columns.meanIndex'),
      unit: null,
      decimals: 0,
      read: ({ index }) => (index.mean === null ? null : roundHalfEven(index.mean, 0)),
    },
    {
      name: say('columns.composite'),
      unit: null,
      decimals: 3,
      // A composite index of another edition has other limits and weights.
      read: ({ assessment }) =>
        assessment.standard.edition === edition
          ? roundCompositeIndex(assessment.composite.index, edition)
          : null,
      isValid: ({ assessment }) => assessment.allValid,
    },
  ];
  const markOf = (figure: Figure, one: PeriodFacts) =>
    figure.read(one) !== null && figure.isValid?.(one) === false ? say('marks.fewValidDays') : undefined;
  const exact = (figure: Figure, value: number | null): ReportCell =>
    value === null ? null : { value, decimals: figure.decimals };
  const compared = (one: typeof before, key: string): TableField<Figure>[] =>
    one
      ? [
          {
            title: say(`columns.${key}`),
            kind: 'number',
            read: (figure) => exact(figure, figure.read(one)),
            mark: (figure) => markOf(figure, one),
          },
          {
            title: say('columns.change'),
            unit: '%',
            kind: 'number',
            decimals: 1,
            read: (figure) => computeChange(figure, figure.read(total), figure.read(one)),
            mark: (figure) => (figure.isShare ? say('marks.points') : undefined),
          },
        ]
      : [];
  const dates = (one: typeof before, key: string) =>
    one
      ? [say(`comparison.${key}`, { first: words.date(one.dates.first), last: words.date(one.dates.last) })]
      : [];
  return {
    key: 'comparison',
    title: say('sections.comparison'),
    paragraphs: [],
    figures: [],
    charts: [],
    tables: [
      makeTable({
        key: 'comparison',
        fields: [
          { title: say('columns.figure'), width: 2, read: ({ name }) => name },
          { title: say('columns.unit'), width: 1, read: ({ unit }) => unit },
          {
            title: say('columns.thisPeriod'),
            kind: 'number',
            read: (figure) => exact(figure, figure.read(total)),
            mark: (figure) => markOf(figure, total),
          },
          ...compared(before, 'before'),
          ...compared(lastYear, 'lastYear'),
        ],
        rows: figures,
        notes: [...dates(before, 'before'), ...dates(lastYear, 'lastYear'), say('comparison.basis')],
      }),
    ],
  };
}

/** In percent, of shares in percentage points. */
function computeChange({ isShare }: Figure, now: number | null, then: number | null): number | null {
  if (now === null || then === null) return null;
  if (isShare) return now - then;
  return then === 0 ? null : ((now - then) / then) * 100;
}
