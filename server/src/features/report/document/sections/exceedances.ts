import { findAmbientLimits } from '@limpid/aqi/assessment/ambient-limits';
import type { IndexPollutant } from '@limpid/aqi/pollutant';
import { roundForPublication } from '@limpid/aqi/round';
import type { ReportSection } from '@limpid/contract/report/document';
import { concentrationUnit, dayCell, statisticCell } from '../concentration.ts';
import type { DocumentContext } from '../context.ts';
import { makeTable, type TableField } from '../table.ts';

interface ExceedingDay {
  day: string;
  pollutant: IndexPollutant;
  value: number;
  limit: number;
}

/** Days above the limit of a day, and the percentiles that a year is judged by. */
export function makeExceedances({ words, facts, pollutants }: DocumentContext): ReportSection | undefined {
  const { say } = words;
  const { assessment } = facts.total;
  const of = (pollutant: IndexPollutant) => assessment.pollutants[pollutant];
  if (!pollutants.some((pollutant) => of(pollutant).validDays > 0)) return undefined;
  const { rules } = assessment.standard;
  const limits = findAmbientLimits(facts.period.last);
  const isYear = facts.period.kind === 'year';
  const fields: TableField<IndexPollutant>[] = [
    { title: say('columns.pollutant'), width: 1.5, read: (one) => one },
    { title: say('columns.unit'), width: 1.2, read: concentrationUnit },
    { title: say('columns.dayLimit'), kind: 'number', read: (one) => limits.day[one] },
    { title: say('columns.exceedanceDays'), kind: 'number', read: (one) => of(one).exceedance.days },
    {
      title: say('columns.exceedanceRate'),
      unit: '%',
      kind: 'number',
      decimals: 1,
      read: (one) => percent(of(one).exceedance.rate),
    },
    {
      title: say('columns.greatestFactor'),
      kind: 'number',
      decimals: 2,
      read: (one) => of(one).exceedance.greatestFactor,
    },
    {
      title: say('columns.percentile'),
      kind: 'number',
      read: (one) => statisticCell(one, of(one).percentile, assessment),
      mark: (one) =>
        isYear && of(one).percentileAboveLimit
          ? say('marks.percentileAbove', { percent: rules.percentiles.value[one] })
          : undefined,
    },
  ];
  const days = listExceedingDays(facts.days, pollutants);
  const dayFields: TableField<ExceedingDay>[] = [
    { title: say('columns.day'), kind: 'date', read: ({ day }) => day },
    { title: say('columns.pollutant'), read: ({ pollutant }) => pollutant },
    {
      title: say('columns.value'),
      kind: 'number',
      read: ({ pollutant, value }) => dayCell(pollutant, value),
    },
    { title: say('columns.unit'), read: ({ pollutant }) => concentrationUnit(pollutant) },
    { title: say('columns.dayLimit'), kind: 'number', read: ({ limit }) => limit },
    {
      title: say('columns.factor'),
      kind: 'number',
      decimals: 2,
      read: ({ value, limit }) => (value - limit) / limit,
    },
  ];
  const percentiles = words.list(
    pollutants.map((one) =>
      say('exceedances.percentileOf', { pollutant: one, percent: rules.percentiles.value[one] }),
    ),
  );
  const notes = [
    say('exceedances.basis', { edition: limits.edition }),
    say('exceedances.percentiles', { percentiles }),
  ];
  return {
    key: 'exceedances',
    title: say('sections.exceedances'),
    paragraphs: days.length === 0 ? [say('exceedances.none')] : [],
    figures: [],
    charts: [],
    tables: [
      makeTable({ key: 'exceedances', fields, rows: pollutants, notes }),
      ...(days.length > 0
        ? [makeTable({ key: 'exceedingDays', title: say('exceedances.days'), fields: dayFields, rows: days })]
        : []),
    ],
  };
}

function percent(share: number | null): number | null {
  return share === null ? null : share * 100;
}

function listExceedingDays(
  days: DocumentContext['facts']['days'],
  pollutants: readonly IndexPollutant[],
): ExceedingDay[] {
  return days.flatMap(({ day, values }) =>
    pollutants.flatMap((pollutant): ExceedingDay[] => {
      const found = values[pollutant];
      if (!found?.valid) return [];
      const limit = findAmbientLimits(day).day[pollutant];
      const published = roundForPublication(pollutant, found.value) ?? 0;
      return published > limit ? [{ day, pollutant, value: found.value, limit }] : [];
    }),
  );
}
