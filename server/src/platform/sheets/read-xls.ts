import { type CellObject, read, set_cptable, type WorkBook, type WorkSheet } from '@e965/xlsx';
import * as codePages from '@e965/xlsx/dist/cpexcel.full.mjs';
import { fail } from '@limpid/contract/errors';
import type { Cell } from './cell.ts';
import type { RowCollector } from './collect-rows.ts';
import { dateFromSerial, isDateFormat } from './dates.ts';

const errorTexts: Record<number, string> = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
  42: '#N/A',
};

/** Excel 97–2003 and older (BIFF8 down to BIFF2). */
export function readXls(bytes: Buffer, rows: RowCollector): void {
  // Files older than Excel 97 hold text in the code page of the machine that wrote them.
  set_cptable(codePages);
  const workbook = read(bytes, {
    type: 'buffer',
    dense: true,
    cellNF: true,
    cellText: false,
    cellFormula: false,
    cellHTML: false,
  });
  const is1904 = workbook.Workbook?.WBProps?.date1904 === true;
  const lines: (CellObject | undefined)[][] = findFirstSheet(workbook)['!data'] ?? [];
  lines.forEach((line, index) => rows.add(index + 1, toCells(line, is1904)));
}

function findFirstSheet(workbook: WorkBook): WorkSheet {
  const sheets = workbook.SheetNames.map((name, i) => ({
    sheet: workbook.Sheets[name],
    hidden: Boolean(workbook.Workbook?.Sheets?.[i]?.Hidden),
  })).filter(({ sheet }) => sheet && (sheet['!type'] ?? 'sheet') === 'sheet');
  const first = sheets.find(({ hidden }) => !hidden) ?? sheets[0];
  if (!first?.sheet) fail('sheet.empty');
  return first.sheet;
}

function toCells(line: (CellObject | undefined)[], is1904: boolean): Cell[] {
  const cells: Cell[] = [];
  line.forEach((cell, column) => {
    while (cells.length < column) cells.push(null);
    cells.push(cell ? toCell(cell, is1904) : null);
  });
  return cells;
}

function toCell(cell: CellObject, is1904: boolean): Cell {
  if (cell.t === 'e') return errorTexts[Number(cell.v)] ?? '#ERR!';
  if (cell.v === undefined || cell.t === 'z') return null;
  if (typeof cell.v === 'number' && isDateFormat(String(cell.z ?? ''))) return dateFromSerial(cell.v, is1904);
  return cell.v;
}
