import { roundCompositeIndex } from '@limpid/aqi/assessment/round-statistic';
import type { ReportSection } from '@limpid/contract/report/document';
import type { DayUnit } from '../../facts/day-source.ts';
import type { ReportDay } from '../../facts/report-day.ts';
import type { UnitFacts } from '../../facts/report-facts.ts';
import { goodShare } from '../../facts/unit-facts.rule.ts';
import { concentrationUnit, statisticCell } from '../concentration.ts';
import type { DocumentContext } from '../context.ts';
import { markInvalid } from '../statistic-text.ts';
import { makeTable, type TableField } from '../table.ts';
import { dayFields } from './days.ts';

/** One line for each site of an entity or each station of a city, and the days of each in the workbook. */
export function makeSiteList({
  words,
  subject,
  facts,
  pollutants,
}: DocumentContext): ReportSection | undefined {
  if (subject.kind === 'site' || facts.units.length === 0) return undefined;
  const { say } = words;
  const { first } = facts.period;
  const fields: TableField<UnitFacts>[] = [
    { title: say('columns.code'), width: 1.6, read: ({ unit }) => unit.code },
    {
      title: say(subject.kind === 'city' ? 'columns.station' : 'columns.site'),
      width: 2.4,
      read: ({ unit }) => unit.name,
      mark: ({ unit: { firstDay } }) =>
        firstDay !== null && firstDay > first
          ? say('marks.since', { date: words.date(firstDay) })
          : undefined,
    },
    ...pollutants.map(
      (pollutant): TableField<UnitFacts> => ({
        title: pollutant,
        unit: concentrationUnit(pollutant),
        kind: 'number',
        read: ({ assessment }) =>
          statisticCell(pollutant, assessment.pollutants[pollutant].statistic, assessment),
        mark: ({ assessment }) => markInvalid(pollutant, assessment, words),
      }),
    ),
    {
      title: say('columns.composite'),
      kind: 'number',
      decimals: 3,
      read: ({ assessment }) => roundCompositeIndex(assessment.composite.index, assessment.standard.edition),
      mark: ({ assessment }) =>
        assessment.composite.index !== null && !assessment.allValid ? say('marks.notAllValid') : undefined,
    },
    { title: say('columns.meanIndex'), kind: 'number', read: ({ index }) => index.mean },
    {
      title: say('columns.goodShare'),
      unit: '%',
      kind: 'number',
      decimals: 1,
      read: ({ index }) => {
        const share = goodShare(index);
        return share === null ? null : share * 100;
      },
    },
    { title: say('columns.indexDays'), kind: 'number', read: ({ index }) => index.days },
  ];
  type UnitDay = { unit: DayUnit; day: ReportDay };
  const details = facts.details.flatMap(({ unit, days }): UnitDay[] => days.map((day) => ({ unit, day })));
  const detailFields: TableField<UnitDay>[] = [
    { title: say('columns.code'), width: 1.6, read: ({ unit }) => unit.code },
    { title: say('columns.site'), width: 2.4, read: ({ unit }) => unit.name },
    ...dayFields(pollutants, words).map(({ read, mark, ...field }) => ({
      ...field,
      read: ({ day }: UnitDay) => read(day),
      ...(mark && { mark: ({ day }: UnitDay) => mark(day) }),
    })),
  ];
  return {
    key: 'sites',
    title: say(subject.kind === 'city' ? 'sections.stations' : 'sections.sites'),
    paragraphs: [],
    figures: [],
    charts: [],
    tables: [
      makeTable({ key: 'sites', fields, rows: facts.units, notes: [say('sites.basis')] }),
      ...(details.length > 0
        ? [
            makeTable({
              key: 'siteDays',
              title: say('sites.days'),
              fields: detailFields,
              rows: details,
              detail: true,
            }),
          ]
        : []),
    ],
  };
}
