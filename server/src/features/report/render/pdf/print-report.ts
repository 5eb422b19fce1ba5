import type { Language } from '@limpid/contract/language';
import type { ReportDocument, ReportSection, ReportTable } from '@limpid/contract/report/document';
import { translate } from '../../../../platform/texts.ts';
import { printCharts } from './print-chart.ts';
import { measureTable, printTable } from './print-table.ts';
import { printNumber } from './print-value.rule.ts';
import type { PrintedReport, PrintedSection } from './printed-report.ts';
import { makeRowRoom } from './row-room.rule.ts';
import { type PrintedText, printText } from './text-runs.rule.ts';

export interface PrintOptions {
  created: Date;
  author?: string | undefined;
  hasLogo: boolean;
}

/** Everything that the PDF shows, in the language of the document, with the tables that are printed and fit. */
export function printReport(document: ReportDocument, options: PrintOptions): PrintedReport {
  const { language, title, subtitle } = document;
  const print = (text: string) => printText(text, language);
  const countRows = makeRowRoom();
  return {
    language,
    created: listDateParts(options.created),
    author: options.author ?? null,
    name: `${title} – ${subtitle}`,
    title: print(title),
    subtitle: print(subtitle),
    hasLogo: options.hasLogo,
    warnings: document.warnings.map(print),
    facts: document.facts.map(({ label, value }) => ({ label: print(label), value: print(value) })),
    coverText: splitParagraphs(document.coverText ?? '', language),
    sections: document.sections.map((section) => printSection(section, language, countRows)),
  };
}

function printSection(
  section: ReportSection,
  language: Language,
  countRows: (table: ReportTable) => number,
): PrintedSection {
  const print = (text: string) => printText(text, language);
  const tables = section.tables
    .filter(({ detail }) => !detail)
    .map((table) => measureTable(table, language, countRows(table)));
  const landscape = tables.some(({ fit }) => fit.landscape);
  const detailed = section.tables.filter(({ detail }) => detail).map((table) => table.title ?? section.title);
  return {
    title: print(section.title),
    landscape,
    paragraphs: section.paragraphs.flatMap((text) => splitParagraphs(text, language)),
    figureColumns: countFigureColumns(section.figures.length),
    figures: section.figures.map(({ label, value, unit, note }) => ({
      label: print(label),
      value: print(value),
      unit: unit === null ? null : print(unit),
      note: note === null ? null : print(note),
    })),
    charts: printCharts(section.charts, language, landscape),
    tables: tables.map((texts) =>
      printTable(texts, language, describeRest(texts.table.rows.length - texts.rows.length, language)),
    ),
    closing:
      detailed.length === 0
        ? null
        : print(
            translate(language, 'reportOutput.inWorkbook', {
              tables: detailed.join(translate(language, 'reportOutput.comma')),
            }),
          ),
  };
}

function describeRest(count: number, language: Language): string | undefined {
  if (count === 0) return undefined;
  return translate(language, 'reportOutput.moreRows', { count: printNumber(count, 0, language) });
}

function splitParagraphs(text: string, language: Language): PrintedText[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => printText(line, language));
}

function listDateParts(date: Date): number[] {
  const [year = 1970, month = 1, day = 1, hour = 0, minute = 0, second = 0] =
    date.toISOString().match(/\d+/g)?.map(Number) ?? [];
  return [year, month, day, hour, minute, second];
}

/** Up to four in a row, and no row with only one. */
function countFigureColumns(count: number): number {
  if (count <= 4) return Math.max(1, count);
  return count % 4 === 1 || count === 6 ? 3 : 4;
}
