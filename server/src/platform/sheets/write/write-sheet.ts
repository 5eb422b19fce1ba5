import { Readable } from 'node:stream';
import type { Cell } from '../cell.ts';
import { encodeRow, nameColumns } from './cell-xml.ts';
import { closeSheetXml, openSheetXml } from './sheet-xml.ts';
import { cellStyles } from './styles-xml.ts';
import { listFirstParts, listLastParts, nameSheet, sheetPath } from './workbook-parts.ts';
import { writeZip, type ZipPart } from './write-zip.ts';

export interface SheetOptions {
  sheetName: string;
  columns: { header: string; width?: number }[];
  rows: AsyncIterable<readonly Cell[]>;
}

const mostRows = 1_000_000;
const chunkCharacters = 64 * 1024;
const defaultWidth = 16;

/** Streams an xlsx workbook: rows are pulled from `rows` only as the consumer reads. */
export function writeSheet(options: SheetOptions, rowsPerSheet = mostRows): Readable {
  return Readable.from(writeZip(listParts(options, rowsPerSheet)), { objectMode: false });
}

async function* listParts(options: SheetOptions, rowsPerSheet: number): AsyncGenerator<ZipPart> {
  const names = nameColumns(options.columns.length);
  const head = openSheetXml(options.columns.map((column) => column.width ?? defaultWidth));
  const header = options.columns.map((column) => column.header);
  const source = options.rows[Symbol.asyncIterator]();
  let next = await source.next();
  let sheets = 0;

  async function* writeRows(): AsyncGenerator<Buffer> {
    let xml = head + encodeRow(header, 1, names, cellStyles.header);
    for (let line = 2; !next.done && line <= rowsPerSheet + 1; line++) {
      xml += encodeRow(next.value, line, names);
      next = await source.next();
      if (xml.length >= chunkCharacters) {
        yield Buffer.from(xml);
        xml = '';
      }
    }
    yield Buffer.from(xml + closeSheetXml());
  }

  try {
    yield* listFirstParts();
    do {
      sheets++;
      yield { name: `xl/${sheetPath(sheets)}`, content: writeRows() };
    } while (!next.done);
    const sheetNames = Array.from({ length: sheets }, (_, i) => nameSheet(options.sheetName, i + 1));
    yield* listLastParts(sheetNames.map((name) => ({ name })));
  } finally {
    await source.return?.();
  }
}
