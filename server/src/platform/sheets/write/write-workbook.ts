import { Readable } from 'node:stream';
import type { Cell } from '../cell.ts';
import { encodeRow, nameColumns } from './cell-xml.ts';
import { closeSheetXml, openSheetXml } from './sheet-xml.ts';
import { listFirstParts, listLastParts, nameSheet, sheetPath, type WrittenSheet } from './workbook-parts.ts';
import { writeZip, type ZipPart } from './write-zip.ts';

export interface StyledRow {
  cells: readonly Cell[];
  /** That of all cells, or of each. */
  style?: number | readonly number[];
}

export interface StyledSheet {
  /** May be used twice; characters that Excel does not allow are replaced. */
  name: string;
  widths: readonly number[];
  rows: Iterable<StyledRow>;
  /** Rows at the top that stay in sight, and are repeated on every printed page. */
  headRows: number;
}

const chunkCharacters = 64 * 1024;

/** Streams an xlsx workbook of several sheets that are set up for printing; the same sheets give the same bytes. */
export function writeWorkbook(sheets: readonly StyledSheet[]): Readable {
  return Readable.from(writeZip(listParts(sheets)), { objectMode: false });
}

async function* listParts(sheets: readonly StyledSheet[]): AsyncGenerator<ZipPart> {
  const written: WrittenSheet[] = [];
  yield* listFirstParts();
  for (const sheet of sheets) {
    const name = nameUnlike(sheet.name, written);
    const result: WrittenSheet = {
      name,
      printTitles: sheet.headRows > 0 ? `$1:$${sheet.headRows}` : undefined,
    };
    written.push(result);
    yield { name: `xl/${sheetPath(written.length)}`, content: writeRows(sheet, result) };
  }
  yield* listLastParts(written);
}

/** Excel does not tell names apart by their case. */
function nameUnlike(name: string, others: readonly WrittenSheet[]): string {
  const taken = new Set(others.map((other) => other.name.toLowerCase()));
  for (let number = 1; ; number++) {
    const free = nameSheet(name, number);
    if (!taken.has(free.toLowerCase())) return free;
  }
}

async function* writeRows(
  { widths, rows, headRows }: StyledSheet,
  result: WrittenSheet,
): AsyncGenerator<Buffer> {
  const columns = nameColumns(widths.length);
  let xml = openSheetXml(widths, { frozenRows: headRows, printed: true });
  let line = 0;
  for (const { cells, style } of rows) {
    xml += encodeRow(cells, ++line, columns, style);
    if (xml.length < chunkCharacters) continue;
    yield Buffer.from(xml);
    xml = '';
  }
  result.printArea = `$A$1:$${columns.at(-1) ?? 'A'}$${Math.max(1, line)}`;
  yield Buffer.from(xml + closeSheetXml({ printed: true }));
}
