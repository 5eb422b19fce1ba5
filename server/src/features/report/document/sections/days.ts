import { findAmbientLimits } from '@limpid/aqi/assessment/ambient-limits';
import { assessPeriod } from '@limpid/aqi/assessment/assess-period';
import { countPeriodDays } from '@limpid/aqi/assessment/period-validity';
import type { IndexPollutant } from '@limpid/aqi/pollutant';
import { roundForPublication } from '@limpid/aqi/round';
import { datesBetween } from '@limpid/contract/local-time';
import type { ReportChart, ReportSection, ReportTable } from '@limpid/contract/report/document';
import { findIndexLevel } from '../../../rollup/rollup.api.ts';
import { datesOfMonth, listPeriodMonths } from '../../facts/periods.rule.ts';
import type { ReportDay } from '../../facts/report-day.ts';
import { maxDetailDays } from '../../facts/report-facts.ts';
import { goodShare, groupDaysByMonth, summariseIndex } from '../../facts/unit-facts.rule.ts';
import { pollutantColour } from '../colours.ts';
import { concentrationUnit, dayDecimals, statisticCell } from '../concentration.ts';
import type { DocumentContext } from '../context.ts';
import { listLevels, nameLevel } from '../level-names.ts';
import { nameCalendarMonth } from '../period-name.ts';
import { makeTable, type TableField } from '../table.ts';

/** Every day of the period; of a long one the months, with the days in the workbook. */
export function makeDays(context: DocumentContext): ReportSection | undefined {
  const { words, facts } = context;
  if (facts.days.length === 0) return undefined;
  const isLong = countPeriodDays(facts.period) > maxDetailDays;
  const byDay = makeDayTable(context, isLong);
  return {
    key: 'days',
    title: words.say(isLong ? 'sections.months' : 'sections.days'),
    paragraphs: [],
    figures: [],
    charts: facts.days.length > 1 ? drawCharts(context) : [],
    tables: isLong ? [makeMonthTable(context), byDay] : [byDay],
  };
}

function makeDayTable({ words, subject, facts, pollutants }: DocumentContext, detail: boolean): ReportTable {
  const { say } = words;
  const found = new Map(facts.days.map((day) => [day.day, day]));
  const noDay = (day: string): ReportDay => ({ day, aqi: null, primary: [], reference: false, values: {} });
  const rows = countPeriodDays(facts.ended) > 0 ? datesBetween(facts.ended.first, facts.ended.last) : [];
  return makeTable({
    key: 'days',
    title: detail ? say('days.all') : undefined,
    fields: dayFields(pollutants, words, subject.kind === 'site' ? 'fewHours' : 'fewSites'),
    rows: rows.map((day) => found.get(day) ?? noDay(day)),
    notes: [say('days.basis')],
    detail,
  });
}

/** The columns of a day, also in tables of several sites. */
export function dayFields(
  pollutants: readonly IndexPollutant[],
  words: DocumentContext['words'],
  /** Why a value does not count. */
  invalidMark: 'fewHours' | 'fewSites' = 'fewHours',
): TableField<ReportDay>[] {
  const { say } = words;
  return [
    { title: say('columns.day'), kind: 'date', width: 1.5, read: ({ day }) => day },
    ...pollutants.map(
      (pollutant): TableField<ReportDay> => ({
        title: pollutant === 'O3' ? say('columns.ozone') : pollutant,
        unit: concentrationUnit(pollutant),
        kind: 'number',
        decimals: dayDecimals(pollutant),
        read: ({ values }) => values[pollutant]?.value,
        mark: ({ values }) => (values[pollutant]?.valid === false ? say(`marks.${invalidMark}`) : undefined),
      }),
    ),
    {
      title: 'AQI',
      kind: 'number',
      read: ({ aqi }) => aqi,
      mark: ({ reference }) => (reference ? say('marks.reference') : undefined),
    },
    { title: say('columns.level'), width: 1.8, read: ({ aqi }) => nameLevel(aqi, words) },
    { title: say('columns.primary'), width: 1.5, read: ({ primary }) => words.list(primary) || null },
  ];
}

function makeMonthTable({ words, facts, pollutants }: DocumentContext): ReportTable {
  const { say } = words;
  const byMonth = groupDaysByMonth(facts.days);
  const rows = listPeriodMonths(facts.ended).map((month) => {
    const days = byMonth.get(month) ?? [];
    const dates = datesOfMonth(month);
    return {
      month,
      assessment: assessPeriod(dates, days),
      index: summariseIndex(days, countPeriodDays(dates)),
    };
  });
  type Row = (typeof rows)[number];
  const fields: TableField<Row>[] = [
    {
      title: say('columns.month'),
      width: 1.8,
      read: ({ month }) => nameCalendarMonth(month, words.language),
    },
    ...pollutants.map(
      (pollutant): TableField<Row> => ({
        title: pollutant,
        unit: concentrationUnit(pollutant),
        kind: 'number',
        read: ({ assessment }) =>
          statisticCell(pollutant, assessment.pollutants[pollutant].statistic, assessment),
        mark: ({ assessment }) => {
          const { valid, validDays } = assessment.pollutants[pollutant];
          return valid || validDays === 0
            ? undefined
            : say('marks.fewDays', { days: validDays, expected: assessment.expectedDays });
        },
      }),
    ),
    { title: say('columns.meanIndex'), kind: 'number', read: ({ index }) => index.mean },
    {
      title: say('columns.goodShare'),
      unit: '%',
      kind: 'number',
      decimals: 1,
      read: ({ index }) => toPercent(goodShare(index)),
    },
    { title: say('columns.indexDays'), kind: 'number', read: ({ index }) => index.days },
  ];
  return makeTable({ key: 'months', fields, rows, notes: [say('days.monthBasis')] });
}

function toPercent(share: number | null): number | null {
  return share === null ? null : share * 100;
}

/** The index by day, and particles and ozone beside their limits. */
function drawCharts({ words, facts, pollutants }: DocumentContext): ReportChart[] {
  const { say } = words;
  const dates = datesBetween(facts.ended.first, facts.ended.last);
  const byDate = new Map(facts.days.map((day) => [day.day, day]));
  const categories = dates.map((date) => (dates.length > 31 ? date : date.slice(5)));
  const limits = findAmbientLimits(facts.period.last).day;
  const series = (pollutant: IndexPollutant) => ({
    name: pollutant === 'O3' ? say('columns.ozone') : pollutant,
    channel: pollutant,
    level: null,
    colour: pollutantColour(pollutant),
    values: dates.map((date) => {
      const found = byDate.get(date)?.values[pollutant];
      return found?.valid ? roundForPublication(pollutant, found.value) : null;
    }),
  });
  const draw = (key: string, some: readonly IndexPollutant[]): ReportChart[] => {
    const shown = some.filter((pollutant) => pollutants.includes(pollutant));
    if (shown.length === 0) return [];
    const names = words.list(shown);
    return [
      {
        key,
        kind: 'line',
        title: say('days.chart', { names }),
        unit: concentrationUnit(shown[0] ?? 'O3'),
        decimals: 0,
        categories,
        series: shown.map(series),
        limits: shown.map((pollutant) => ({
          value: limits[pollutant],
          label: say('days.limit', { pollutant, value: words.number(limits[pollutant], 0) }),
        })),
        alt: say('days.chartAlt', { names, days: dates.length }),
      },
    ];
  };
  // One bar a day, in the colour of its level.
  const index: ReportChart = {
    key: 'index',
    kind: 'stack',
    title: say('days.indexChart'),
    unit: null,
    decimals: 0,
    categories,
    series: listLevels(words).map(({ level, name, colour }) => ({
      name,
      channel: null,
      level,
      colour,
      values: dates.map((date) => {
        const aqi = byDate.get(date)?.aqi ?? null;
        return findIndexLevel('china', aqi) === level ? aqi : null;
      }),
    })),
    limits: [{ value: 100, label: say('days.indexLimit') }],
    alt: say('days.indexAlt', { days: facts.total.index.days }),
  };
  return [
    ...(facts.total.index.days > 0 ? [index] : []),
    ...draw('particles', ['PM2.5', 'PM10']),
    ...draw('ozone', ['O3']),
  ];
}
