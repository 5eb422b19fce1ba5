import type { Language } from '@limpid/contract/language';
import type { ReportTable } from '@limpid/contract/report/document';
import { printCell } from './print-value.rule.ts';
import type { PrintedTable } from './printed-report.ts';
import { type FittedColumn, fitTable, type TableFit } from './table-fit.rule.ts';
import { printText } from './text-runs.rule.ts';

/** A table as texts, before its page is known. */
export interface TableTexts {
  table: ReportTable;
  rows: string[][];
  fit: TableFit;
}

const noValue = '–';

export function measureTable(table: ReportTable, language: Language, mostRows: number): TableTexts {
  const rows = table.rows
    .slice(0, mostRows)
    .map((row) => table.columns.map((column, i) => printCell(row[i] ?? null, column, language) || noValue));
  const marked = new Set(table.marks.map(({ column }) => column));
  const columns = table.columns.map(
    ({ title, unit, kind, width }, i): FittedColumn => ({
      title,
      unit: unit ?? '',
      // A mark takes about as much room as a digit.
      cells: rows.map((row) => `${row[i]}${marked.has(i) ? '0' : ''}`),
      wraps: kind === 'text',
      share: width,
    }),
  );
  return { table, rows, fit: fitTable(columns) };
}

export function printTable(
  { table, rows, fit }: TableTexts,
  language: Language,
  remark: string | undefined,
): PrintedTable {
  const print = (text: string) => printText(text, language);
  const letters = new Map<string, string>();
  const marks = new Map<string, string>();
  for (const { row, column, mark } of table.marks) {
    if (row >= rows.length) continue;
    const letter = letters.get(mark) ?? nameLetter(letters.size);
    letters.set(mark, letter);
    marks.set(`${row} ${column}`, letter);
  }
  return {
    title: table.title === null ? null : print(table.title),
    size: fit.size,
    columns: table.columns.map(({ title, unit, kind }, i) => ({
      title: printText(title, language, 'column'),
      unit: unit === null ? null : print(unit),
      numeric: kind === 'number',
      wraps: kind === 'text',
      width: fit.widths[i] ?? 0,
    })),
    rows: rows.map((cells, row) =>
      cells.map((text, column) => {
        const mark = marks.get(`${row} ${column}`);
        const printed = printText(text, language, 'column');
        return mark === undefined ? printed : { text: printed, mark };
      }),
    ),
    legend: [...letters].map(([mark, letter]) => ({ letter, text: print(mark) })),
    notes: [...table.notes, ...(remark === undefined ? [] : [remark])].map(print),
  };
}

/** a, b … z, aa, ab … */
function nameLetter(index: number): string {
  const letter = String.fromCharCode(97 + (index % 26));
  return index < 26 ? letter : nameLetter(Math.floor(index / 26) - 1) + letter;
}
