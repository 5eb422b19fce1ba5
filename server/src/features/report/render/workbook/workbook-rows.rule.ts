import type { ReportCell, ReportColumn, ReportTable } from '@limpid/contract/report/document';
import type { Cell } from '../../../../platform/sheets/cell.ts';
import { cellStyles, numberStyle } from '../../../../platform/sheets/write/styles-xml.ts';
import type { StyledRow } from '../../../../platform/sheets/write/write-workbook.ts';

const isoMoment = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2})(?::\d{2})?)?$/;

/** The head, the rows and the notes of a table. Marks have a column of their own, beside that of the marked values. */
export function* listWorkbookRows(table: ReportTable, markTitle: string): Generator<StyledRow> {
  const marked = listMarkedColumns(table);
  const marks = new Map(table.marks.map(({ row, column, mark }) => [`${row} ${column}`, mark]));
  yield { cells: listHeadings(table, markTitle), style: cellStyles.wrappedHeader };
  for (const [at, row] of table.rows.entries()) {
    const cells: Cell[] = [];
    const style: number[] = [];
    for (const [i, column] of table.columns.entries()) {
      const value = readCell(row[i] ?? null, column);
      cells.push(value);
      style.push(chooseStyle(row[i] ?? null, value, column));
      if (!marked.has(i)) continue;
      cells.push(marks.get(`${at} ${i}`) ?? null);
      style.push(cellStyles.note);
    }
    yield { cells, style };
  }
  for (const note of table.notes) yield { cells: [note], style: cellStyles.note };
}

export function listHeadings(table: ReportTable, markTitle: string): string[] {
  const marked = listMarkedColumns(table);
  return table.columns.flatMap(({ title, unit }, i) => {
    const heading = unit === null ? title : `${title} (${unit})`;
    return marked.has(i) ? [heading, `${markTitle} (${title})`] : [heading];
  });
}

function listMarkedColumns({ marks }: ReportTable): Set<number> {
  return new Set(marks.map(({ column }) => column));
}

function readCell(cell: ReportCell, { kind }: ReportColumn): Cell {
  if (cell === null || typeof cell === 'number') return cell;
  if (typeof cell === 'object') return cell.value;
  return kind === 'date' ? (readMoment(cell) ?? cell) : cell;
}

/** A wall clock, as sheets have it. */
function readMoment(text: string): Date | undefined {
  const [, day, time = '00:00'] = isoMoment.exec(text) ?? [];
  const moment = new Date(`${day}T${time}:00Z`);
  return Number.isNaN(moment.getTime()) ? undefined : moment;
}

function chooseStyle(cell: ReportCell, value: Cell, { decimals }: ReportColumn): number {
  if (value instanceof Date) return String(cell).length > 10 ? cellStyles.moment : cellStyles.day;
  if (typeof value !== 'number') return cellStyles.plain;
  return numberStyle(typeof cell === 'object' && cell !== null ? cell.decimals : decimals);
}
