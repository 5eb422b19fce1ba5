import { fail } from '@limpid/contract/errors';
import type { Cell } from './cell.ts';
import { decodeCellText } from './cell-text.ts';
import type { RowCollector } from './collect-rows.ts';
import { dateFromSerial } from './dates.ts';
import { type SheetLimits, tooLarge } from './limits.ts';
import { readWorkbook, type Workbook } from './read-workbook.ts';
import { openZip } from './read-zip.ts';
import { XmlCursor } from './xml-cursor.ts';

const lastColumn = 16_384;

export function readXlsx(bytes: Buffer, limits: SheetLimits, rows: RowCollector): void {
  readRows(readWorkbook(openZip(bytes, limits), limits), limits, rows);
}

function readRows(workbook: Workbook, limits: SheetLimits, rows: RowCollector): void {
  const xml = new XmlCursor(workbook.sheet);
  let line = 0;
  let cells: Cell[] = [];
  let column = 0;
  for (let event = xml.next(); event !== 'end'; event = xml.next()) {
    if (event === 'open' && xml.name === 'row') {
      line = Number(xml.attribute('r') ?? line + 1);
      if (!Number.isSafeInteger(line)) fail('sheet.corrupt');
      cells = [];
      column = 0;
    } else if (event === 'open' && xml.name === 'c') {
      const reference = xml.attribute('r');
      if (reference !== undefined) column = readColumn(reference);
      const value = readCell(xml, workbook);
      if (value !== null) {
        if (column >= limits.columns) throw tooLarge(limits);
        while (cells.length < column) cells.push(null);
        cells[column] = value;
      }
      column++;
    } else if (event === 'close' && xml.name === 'row') rows.add(line, cells);
    else if (event === 'close' && xml.name === 'sheetData') return;
  }
}

/** Reads to the end of the cell that was just opened. */
function readCell(xml: XmlCursor, workbook: Workbook): Cell {
  const type = xml.attribute('t') ?? 'n';
  const format = Number(xml.attribute('s') ?? 0);
  let text = '';
  let wanted = false;
  let phonetic = false;
  for (let event = xml.next(); event !== 'end'; event = xml.next()) {
    if (event === 'text') {
      if (wanted && !phonetic) text += xml.text();
    } else if (xml.name === 'v' || xml.name === 't') wanted = event === 'open';
    else if (xml.name === 'rPh') phonetic = event === 'open';
    else if (xml.name === 'c' && event === 'close') break;
  }
  return toCell(type, text, format, workbook);
}

function toCell(type: string, text: string, format: number, workbook: Workbook): Cell {
  if (type === 'inlineStr' || type === 'str') return decodeCellText(text);
  if (text === '') return null;
  if (type === 's') return workbook.strings[Number(text)] ?? null;
  if (type === 'b') return text === '1' || text === 'true';
  if (type === 'e') return text;
  if (type === 'd') return toIsoDate(text);
  const value = Number(text);
  if (Number.isNaN(value)) return text;
  return workbook.dateFormats[format] ? toDate(value, workbook.is1904) : value;
}

function toDate(serial: number, is1904: boolean): Cell {
  const date = dateFromSerial(serial, is1904);
  return Number.isNaN(date.getTime()) ? serial : date;
}

function toIsoDate(text: string): Cell {
  const date = new Date(/(?:Z|[+-]\d\d:\d\d)$|^[^T]*$/.test(text) ? text : `${text}Z`);
  return Number.isNaN(date.getTime()) ? text : date;
}

/** B7 → 1, AA1 → 26. */
function readColumn(reference: string): number {
  let column = 0;
  for (let i = 0; i < reference.length; i++) {
    const letter = (reference.charCodeAt(i) & ~32) - 64;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  if (column < 1 || column > lastColumn) fail('sheet.corrupt');
  return column - 1;
}
