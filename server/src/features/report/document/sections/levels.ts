import { countPeriodDays } from '@limpid/aqi/assessment/period-validity';
import type { ReportChart, ReportSection } from '@limpid/contract/report/document';

import { groupDaysByMonth, summariseIndex } from '../../facts/unit-facts.rule.ts';
import type { DocumentContext } from '../context.ts';
import { listLevels } from '../level-names.ts';
import { nameCalendarMonth } from '../period-name.ts';
import { makeTable } from '../table.ts';

/** A period longer than this is shown by month. */
const maxDaysByDay = 92;

/** How many days of each level there were, and which pollutants were primary. */
export function makeLevels({ words, facts }: DocumentContext): ReportSection | undefined {
  const { say } = words;
  const { index } = facts.total;
  if (index.days === 0) return undefined;
  const share = (days: number) => (days / index.days) * 100;
  const levels = makeTable({
    key: 'levels',
    fields: [
      { title: say('columns.level'), read: ({ name }) => name },
      { title: say('columns.indexRange'), width: 1, read: ({ range }) => range },
      { title: say('columns.days'), kind: 'number', read: ({ days }) => days },
      {
        title: say('columns.share'),
        unit: '%',
        kind: 'number',
        decimals: 1,
        read: ({ days }) => share(days),
      },
    ],
    rows: listLevels(words).map((level, at) => ({ ...level, days: index.levels[at] ?? 0 })),
    notes: [say('levels.basis', { days: index.days, without: index.expected - index.days })],
  });
  const primary = makeTable({
    key: 'primary',
    title: say('levels.primary'),
    fields: [
      { title: say('columns.pollutant'), read: ({ pollutant }) => pollutant },
      { title: say('columns.primaryDays'), kind: 'number', read: ({ days }) => days },
      {
        title: say('columns.share'),
        unit: '%',
        kind: 'number',
        decimals: 1,
        read: ({ days }) => share(days),
      },
    ],
    rows: index.primary,
    notes: [say('levels.primaryBasis')],
  });
  const isLong = countPeriodDays(facts.period) > maxDaysByDay;
  return {
    key: 'levels',
    title: say('sections.levels'),
    paragraphs: [],
    figures: [],
    charts: [isLong ? drawMonths(facts.days, { words, facts }) : drawShares({ words, facts })],
    tables: [levels, ...(index.primary.length > 0 ? [primary] : [])],
  };
}

type Context = Pick<DocumentContext, 'words' | 'facts'>;

/** Days of each level, one bar for each. */
function drawShares({ words, facts }: Context): ReportChart {
  const { say } = words;
  const { levels, days } = facts.total.index;
  const named = listLevels(words);
  return {
    key: 'levelDays',
    kind: 'stack',
    title: say('levels.chart'),
    unit: say('units.days'),
    decimals: 0,
    categories: named.map(({ name }) => name),
    series: named.map(({ name, level, colour }, at) => ({
      name,
      channel: null,
      level,
      colour,
      values: named.map((_, place) => (place === at ? (levels[at] ?? 0) : null)),
    })),
    limits: [],
    alt: say('levels.alt', {
      days,
      levels: words.list(named.map(({ name }, at) => `${name} ${levels[at] ?? 0}`)),
    }),
  };
}

function drawMonths(days: DocumentContext['facts']['days'], { words, facts }: Context): ReportChart {
  const { say } = words;
  const months = [...groupDaysByMonth(days)].map(([month, some]) => ({
    name: nameCalendarMonth(month, words.language),
    ...summariseIndex(some, some.length),
  }));
  return {
    key: 'levelMonths',
    kind: 'stack',
    title: say('levels.monthChart'),
    unit: say('units.days'),
    decimals: 0,
    categories: months.map(({ name }) => name),
    series: listLevels(words).map(({ name, level, colour }, at) => ({
      name,
      channel: null,
      level,
      colour,
      values: months.map(({ levels }) => levels[at] ?? 0),
    })),
    limits: [],
    alt: say('levels.alt', {
      days: facts.total.index.days,
      levels: words.list(
        listLevels(words).map(({ name }, at) => `${name} ${facts.total.index.levels[at] ?? 0}`),
      ),
    }),
  };
}
