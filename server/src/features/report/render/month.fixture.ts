import type { Language } from '@limpid/contract/language';
import type {
  ReportChart,
  ReportDocument,
  ReportSection,
  ReportTable,
} from '@limpid/contract/report/document';
import { texts } from './month-texts.fixture.ts';

/** A report of one site and month, with texts as long as real ones. */
export function makeMonth(language: Language): ReportDocument {
  const words = texts[language];
  const days = Array.from({ length: 31 }, (_, i) => `2026-03-${String(i + 1).padStart(2, '0')}`);
  return {
    language,
    title: words.title,
    subtitle: words.subtitle,
    coverText: `${words.cover}\n\n${words.cover}`,
    facts: words.facts,
    warnings: [words.warning],
    sections: [
      {
        key: 'summary',
        title: words.summary,
        paragraphs: [words.paragraph, words.paragraph],
        figures: pollutants.map(([name], i) => ({
          label: words.mean.replace('{}', name),
          value: [28.4, 61, 8, 31, 0.7, 148][i]?.toLocaleString(language) ?? '',
          unit: i === 4 ? 'mg/m³' : 'µg/m³',
          note: words.valid,
        })),
        charts: [makeLevels(language, days)],
        tables: [makeSummary(language)],
      },
      {
        key: 'days',
        title: words.days,
        paragraphs: [words.paragraph],
        figures: [],
        charts: pollutants.map(([name, colour, limit], i) =>
          makeLine(name, colour, limit, i, days, language),
        ),
        tables: [
          makeDays(language, days),
          { ...makeDays(language, days), key: 'hours', title: words.hours, detail: true },
        ],
      },
      {
        key: 'ranking',
        title: words.ranking,
        paragraphs: [],
        figures: [],
        charts: [makeRanking(language)],
        tables: [makeWide(language)],
      },
    ],
  };
}

export function makeText(title: string, paragraphs: string[]): ReportSection {
  return { key: 'text', title, paragraphs, figures: [], charts: [], tables: [] };
}

const pollutants = [
  ['PM₂.₅', '#5470c6', 75],
  ['PM₁₀', '#b08d57', 150],
  ['SO₂', '#9a60b4', 150],
  ['NO₂', '#c8553d', 80],
  ['CO', '#6b7b8c', 4],
  ['O₃', '#2a9d8f', 160],
] as const;

const levelColours = ['#00E400', '#FFFF00', '#FF7E00', '#FF0000', '#99004C', '#7E0023'];

/** The same numbers in every run. */
function vary(seed: number): number {
  const value = Math.sin(seed * 12.9898) * 43758.5453;
  return value - Math.floor(value);
}

const round = (value: number, decimals: number) => Number(value.toFixed(decimals));

function makeLine(
  name: string,
  colour: string,
  limit: number,
  seed: number,
  days: string[],
  language: Language,
): ReportChart {
  const values = days.map((_, i) =>
    (i > 9 && i < 13) || i === 14 ? null : round(limit * (0.3 + 0.8 * vary(i + seed * 40)), 1),
  );
  return {
    key: name,
    kind: 'line',
    title: name,
    unit: name === 'CO' ? 'mg/m³' : 'µg/m³',
    decimals: 1,
    categories: days.map((day) => day.slice(5)),
    series: [{ name, channel: name, level: null, colour, values }],
    limits: [{ value: limit, label: `${texts[language].limit} ${limit}` }],
    alt: `${name}: ${days.length}`,
  };
}

function makeLevels(language: Language, days: string[]): ReportChart {
  const { levels } = texts[language];
  return {
    key: 'levels',
    kind: 'stack',
    title: texts[language].levelTitle,
    unit: texts[language].hoursUnit,
    decimals: 0,
    categories: days.map((day) => day.slice(5)),
    series: levels.map((name, level) => ({
      name,
      channel: null,
      level: level + 1,
      colour: levelColours[level] ?? '',
      values: days.map((_, i) =>
        i === 12 ? null : Math.max(0, Math.round(10 * vary(i + level * 31) - level)),
      ),
    })),
    limits: [],
    alt: texts[language].levelTitle,
  };
}

function makeRanking(language: Language): ReportChart {
  const { sites } = texts[language];
  return {
    key: 'ranking',
    kind: 'bar',
    title: texts[language].ranking,
    unit: 'µg/m³',
    decimals: 0,
    categories: Array.from({ length: 16 }, (_, i) => `${sites[i % sites.length]}`),
    series: [
      {
        name: 'PM₂.₅',
        channel: 'PM2.5',
        level: null,
        colour: '#5470c6',
        values: Array.from({ length: 16 }, (_, i) => round(80 - i * 4 + vary(i), 0)),
      },
    ],
    limits: [{ value: 35, label: `${texts[language].limit} 35` }],
    alt: texts[language].ranking,
  };
}

function makeSummary(language: Language): ReportTable {
  const { columns, few } = texts[language];
  const number = (title: string, unit: string | null, decimals = 0) => ({
    title,
    unit,
    kind: 'number' as const,
    decimals,
    width: 1,
  });
  return {
    key: 'summary',
    title: texts[language].summary,
    columns: [
      { title: columns.pollutant, unit: null, kind: 'text', decimals: 0, width: 1.6 },
      number(columns.mean, 'µg/m³', 1),
      number(columns.previous, 'µg/m³', 1),
      number(columns.change, '%', 1),
      number(columns.percentile, 'µg/m³', 0),
      number(columns.exceedances, columns.daysUnit, 0),
      number(columns.validity, '%', 1),
    ],
    rows: pollutants.map(([name], i) => [
      name,
      round(60 * vary(i), 1),
      i === 4 ? { value: 0.123, decimals: 3 } : round(60 * vary(i + 9), 1),
      round(20 * vary(i) - 10, 1),
      i === 2 ? null : Math.round(150 * vary(i + 3)),
      Math.round(5 * vary(i)),
      round(90 + 10 * vary(i), 1),
    ]),
    marks: [
      { row: 1, column: 1, mark: few },
      { row: 3, column: 4, mark: few },
      { row: 3, column: 6, mark: texts[language].warning },
    ],
    notes: [texts[language].note],
    detail: false,
  };
}

function makeDays(language: Language, days: string[]): ReportTable {
  const { columns, levels } = texts[language];
  return {
    key: 'days',
    title: texts[language].days,
    columns: [
      { title: columns.date, unit: null, kind: 'date', decimals: 0, width: 1.4 },
      ...pollutants.map(([name]) => ({
        title: name,
        unit: name === 'CO' ? 'mg/m³' : 'µg/m³',
        kind: 'number' as const,
        decimals: name === 'CO' ? 1 : 0,
        width: 1,
      })),
      { title: columns.index, unit: null, kind: 'number', decimals: 0, width: 1 },
      { title: columns.level, unit: null, kind: 'text', decimals: 0, width: 1.6 },
      { title: columns.primary, unit: null, kind: 'text', decimals: 0, width: 1.6 },
    ],
    rows: days.map((day, i) => [
      day,
      ...pollutants.map(([name, , limit], at) =>
        i === 12 ? null : round(limit * vary(i + at * 40), name === 'CO' ? 1 : 0),
      ),
      i === 12 ? null : Math.round(150 * vary(i)),
      i === 12 ? null : (levels[i % 3] ?? null),
      i % 4 === 0 ? 'PM₂.₅, O₃' : 'PM₁₀',
    ]),
    marks: [{ row: 13, column: 1, mark: texts[language].few }],
    notes: [],
    detail: false,
  };
}

/** Fourteen columns. */
function makeWide(language: Language): ReportTable {
  const { columns, sites } = texts[language];
  return {
    key: 'wide',
    title: texts[language].ranking,
    columns: [
      { title: columns.rank, unit: null, kind: 'number', decimals: 0, width: 0.6 },
      { title: columns.site, unit: null, kind: 'text', decimals: 0, width: 3 },
      ...pollutants.flatMap(([name]) => [
        { title: name, unit: 'µg/m³', kind: 'number' as const, decimals: 1, width: 1 },
        { title: `${columns.change} ${name}`, unit: '%', kind: 'number' as const, decimals: 1, width: 1 },
      ]),
    ],
    rows: Array.from({ length: 45 }, (_, i) => [
      i + 1,
      sites[i % sites.length] ?? null,
      ...pollutants.flatMap(([, , limit], at) => [
        round(limit * vary(i + at * 11), 1),
        round(40 * vary(i + at * 7) - 20, 1),
      ]),
    ]),
    marks: [],
    notes: [],
    detail: false,
  };
}
