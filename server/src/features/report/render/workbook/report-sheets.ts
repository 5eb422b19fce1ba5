import type { ReportDocument, ReportSection, ReportTable } from '@limpid/contract/report/document';
import { cellStyles } from '../../../../platform/sheets/write/styles-xml.ts';
import type { StyledRow, StyledSheet } from '../../../../platform/sheets/write/write-workbook.ts';
import { translate } from '../../../../platform/texts.ts';
import { estimateEms } from '../text-width.rule.ts';
import { listHeadings, listWorkbookRows } from './workbook-rows.rule.ts';

/** Tables that are longer have a sheet of their own, so that their head stays in sight. */
const longTable = 60;
/** Widths of columns, in digits. */
const widths = { least: 8, most: 44, padding: 3 };
const digitsPerEm = 1.85;
const headingLength = 14;
/** Looking at more rows would not change the widths. */
const measuredRows = 200;

/** The cover, then the tables of each section. */
export function listSheets(document: ReportDocument): StyledSheet[] {
  const mark = translate(document.language, 'reportOutput.mark');
  return [listCover(document), ...document.sections.flatMap((section) => listSectionSheets(section, mark))];
}

function listSectionSheets(section: ReportSection, mark: string): StyledSheet[] {
  const { title, tables } = section;
  const isAlone = (table: ReportTable) =>
    table.detail || table.rows.length > longTable || tables.filter(({ detail }) => !detail).length === 1;
  const together = tables.filter((table) => !isAlone(table));
  const alone = tables.filter(isAlone).map(
    (table): StyledSheet => ({
      name: table.title ?? title,
      widths: measureColumns([table], mark),
      rows: listWorkbookRows(table, mark),
      headRows: 1,
    }),
  );
  if (together.length === 0) return alone;
  const rows = [
    { cells: [title], style: cellStyles.title },
    ...together.flatMap((table): StyledRow[] => [
      { cells: [] },
      ...(table.title === null ? [] : [{ cells: [table.title], style: cellStyles.bold }]),
      ...listWorkbookRows(table, mark),
    ]),
  ];
  return [{ name: title, widths: measureColumns(together, mark), rows, headRows: 0 }, ...alone];
}

/** Wide enough for the widest cell of each column, within limits. */
function measureColumns(tables: readonly ReportTable[], mark: string): number[] {
  const measured: number[] = [];
  for (const table of tables) {
    // Longer headings are broken into lines.
    const rows = [{ cells: listHeadings(table, mark).map((text) => text.slice(0, headingLength)) }];
    for (const row of listWorkbookRows(
      { ...table, rows: table.rows.slice(0, measuredRows), notes: [] },
      mark,
    ))
      if (row.style !== cellStyles.wrappedHeader) rows.push({ cells: row.cells.map(describeCell) });
    for (const { cells } of rows)
      for (const [i, text] of cells.entries())
        measured[i] = Math.max(measured[i] ?? widths.least, estimateEms(text) * digitsPerEm + widths.padding);
  }
  return measured.map((width) => Math.round(Math.min(width, widths.most)));
}

const dateAsShown = '2026-03-31 23:59';

function describeCell(cell: StyledRow['cells'][number]): string {
  return cell instanceof Date ? dateAsShown : String(cell ?? '');
}

/** What the cover of the PDF shows, with the paragraphs and figures of the sections. */
function listCover(document: ReportDocument): StyledSheet {
  const { language, title, subtitle, warnings, facts, coverText, sections } = document;
  const rows: StyledRow[] = [
    { cells: [title], style: cellStyles.title },
    { cells: [subtitle], style: cellStyles.note },
    ...warnings.map((text) => ({ cells: [text], style: boldOnly })),
    { cells: [] },
    ...splitLines(coverText ?? '').map((text) => ({ cells: [null, text], style: coverStyle })),
    ...facts.map(({ label, value }) => ({ cells: [label, value], style: coverStyle })),
    ...sections.flatMap(listSectionRows),
  ];
  return { name: translate(language, 'reportOutput.overview'), widths: [32, 72, 40], rows, headRows: 0 };
}

const boldOnly = [cellStyles.bold];
const coverStyle = [cellStyles.note, cellStyles.wrapped, cellStyles.note];

function listSectionRows({ title, paragraphs, figures }: ReportSection): StyledRow[] {
  if (paragraphs.length + figures.length === 0) return [];
  return [
    { cells: [] },
    { cells: [title], style: cellStyles.bold },
    ...paragraphs.flatMap(splitLines).map((text) => ({ cells: [null, text], style: coverStyle })),
    ...figures.map(({ label, value, unit, note }) => ({
      cells: [label, [value, unit ?? ''].join(' ').trim(), note],
      style: coverStyle,
    })),
  ];
}

function splitLines(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
