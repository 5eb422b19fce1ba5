import Type, { type Static } from 'typebox';

/** A report as data, in one language and rounded once: the preview, the PDF and the workbook show the same document. */

const text = Type.String();
const nullableText = Type.Union([Type.String(), Type.Null()]);
const nullableNumber = Type.Union([Type.Number(), Type.Null()]);

/**
 * A number is already rounded to the decimals of its column, or to its own where those of a column differ, such as
 * concentrations of CO among others; null stands for no value.
 */
const cell = Type.Union([
  Type.String(),
  Type.Number(),
  Type.Object({ value: Type.Number(), decimals: Type.Integer({ minimum: 0, maximum: 6 }) }),
  Type.Null(),
]);
export type ReportCell = Static<typeof cell>;

const column = Type.Object({
  title: text,
  unit: nullableText,
  kind: Type.Enum(['text', 'number', 'date']),
  /** Of a number. */
  decimals: Type.Integer({ minimum: 0, maximum: 6 }),
  /** The share of the table's width, relative to the other columns. */
  width: Type.Number({ exclusiveMinimum: 0 }),
});
export type ReportColumn = Static<typeof column>;

const table = Type.Object({
  key: text,
  title: nullableText,
  columns: Type.Array(column),
  rows: Type.Array(Type.Array(cell)),
  /** By row and column: what a value is marked with, such as "too few hours"; only marked cells are listed. */
  marks: Type.Array(Type.Object({ row: Type.Integer(), column: Type.Integer(), mark: text })),
  notes: Type.Array(text),
  /** Only in the workbook, because it would fill hundreds of pages. */
  detail: Type.Boolean(),
});
export type ReportTable = Static<typeof table>;

const chartSeries = Type.Object({
  name: text,
  /** The code of its channel, or the level 1 to 6 that it counts: both have a fixed colour. */
  channel: nullableText,
  level: Type.Union([Type.Integer({ minimum: 1, maximum: 6 }), Type.Null()]),
  colour: text,
  values: Type.Array(nullableNumber),
});

const chart = Type.Object({
  key: text,
  /** Bars of several series stand on each other; a line has gaps where values are null. */
  kind: Type.Enum(['line', 'bar', 'stack']),
  title: text,
  unit: nullableText,
  decimals: Type.Integer({ minimum: 0, maximum: 6 }),
  categories: Type.Array(text),
  series: Type.Array(chartSeries),
  /** Lines at fixed values, such as a limit. */
  limits: Type.Array(Type.Object({ value: Type.Number(), label: text })),
  /** Describes the chart to people who cannot see it. */
  alt: text,
});
export type ReportChart = Static<typeof chart>;

const section = Type.Object({
  key: text,
  title: text,
  paragraphs: Type.Array(text),
  /** Figures shown large at the beginning of the section. */
  figures: Type.Array(Type.Object({ label: text, value: text, unit: nullableText, note: nullableText })),
  charts: Type.Array(chart),
  tables: Type.Array(table),
});
export type ReportSection = Static<typeof section>;

export const reportDocument = Type.Object({
  language: Type.Enum(['zh', 'en', 'fr']),
  title: text,
  /** The subject and the period. */
  subtitle: text,
  /** Text of the template; paragraphs are separated by line breaks. */
  coverText: nullableText,
  /** Lines of the cover: organisation, approver, zone, standard, the moment the data was read. */
  facts: Type.Array(Type.Object({ label: text, value: text })),
  /** Above the title: simulated data, preliminary data. */
  warnings: Type.Array(text),
  sections: Type.Array(section),
});
export type ReportDocument = Static<typeof reportDocument>;
