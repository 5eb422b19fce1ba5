import { Readable } from 'node:stream';
import type { Cell } from '../cell.ts';
import { guardText } from '../cell-text.ts';
import { formatWallClock } from '../dates.ts';
import type { SheetOptions } from './write-sheet.ts';

/** Without it, Excel reads UTF-8 as the code page of the machine. */
const byteOrderMark = '\ufeff';
const chunkCharacters = 64 * 1024;

/** Streams a CSV file (RFC 4180, UTF-8): rows are pulled only as the consumer reads. */
export function writeCsv({ columns, rows }: Omit<SheetOptions, 'sheetName'>): Readable {
  return Readable.from(encodeRows(columns, rows), { objectMode: false });
}

async function* encodeRows(
  columns: SheetOptions['columns'],
  rows: SheetOptions['rows'],
): AsyncGenerator<Buffer> {
  let text = byteOrderMark + encodeRow(columns.map(({ header }) => header));
  for await (const row of rows) {
    text += encodeRow(row);
    if (text.length < chunkCharacters) continue;
    yield Buffer.from(text);
    text = '';
  }
  yield Buffer.from(text);
}

function encodeRow(cells: readonly Cell[]): string {
  return `${cells.map(encodeCell).join(',')}\r\n`;
}

function encodeCell(value: Cell): string {
  if (value === null) return '';
  if (value instanceof Date) return formatWallClock(value);
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : '';
  const text = typeof value === 'string' ? guardText(value) : String(value);
  return /[",\r\n\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
