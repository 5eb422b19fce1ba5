import { Readable } from 'node:stream';
import type { Cell } from '../cell.ts';
import { encodeCellText, guardText } from '../cell-text.ts';
import { formatWallClock, serialFromDate } from '../dates.ts';
import {
  closeSheetXml,
  contentTypesXml,
  dateStyle,
  headerStyle,
  openSheetXml,
  packageRelationshipsXml,
  sheetPath,
  stylesXml,
  workbookRelationshipsXml,
  workbookXml,
} from './workbook-parts.ts';
import { writeZip, type ZipPart } from './write-zip.ts';

export interface SheetOptions {
  sheetName: string;
  columns: { header: string; width?: number }[];
  rows: AsyncIterable<readonly Cell[]>;
}

const mostRows = 1_000_000;
const chunkCharacters = 64 * 1024;
const defaultWidth = 16;
const longestText = 32_767;

/** Streams an xlsx workbook: rows are pulled from `rows` only as the consumer reads. */
export function writeSheet(options: SheetOptions, rowsPerSheet = mostRows): Readable {
  return Readable.from(writeZip(listParts(options, rowsPerSheet)), { objectMode: false });
}

async function* listParts(options: SheetOptions, rowsPerSheet: number): AsyncGenerator<ZipPart> {
  const names = options.columns.map((_, i) => nameColumn(i));
  const head = openSheetXml(options.columns.map((column) => column.width ?? defaultWidth));
  const header = options.columns.map((column) => column.header);
  const source = options.rows[Symbol.asyncIterator]();
  let next = await source.next();
  let sheets = 0;

  async function* writeRows(): AsyncGenerator<Buffer> {
    let xml = head + encodeRow(header, 1, names, headerStyle);
    for (let line = 2; !next.done && line <= rowsPerSheet + 1; line++) {
      xml += encodeRow(next.value, line, names);
      next = await source.next();
      if (xml.length >= chunkCharacters) {
        yield Buffer.from(xml);
        xml = '';
      }
    }
    yield Buffer.from(xml + closeSheetXml);
  }

  try {
    yield textPart('_rels/.rels', packageRelationshipsXml);
    yield textPart('xl/styles.xml', stylesXml);
    do {
      sheets++;
      yield { name: `xl/${sheetPath(sheets)}`, content: writeRows() };
    } while (!next.done);
    yield textPart('xl/workbook.xml', workbookXml(options.sheetName, sheets));
    yield textPart('xl/_rels/workbook.xml.rels', workbookRelationshipsXml(sheets));
    yield textPart('[Content_Types].xml', contentTypesXml(sheets));
  } finally {
    await source.return?.();
  }
}

function textPart(name: string, text: string): ZipPart {
  return { name, content: Readable.from([Buffer.from(text)]) };
}

function encodeRow(cells: readonly Cell[], line: number, names: readonly string[], style = 0): string {
  let xml = `<row r="${line}">`;
  for (let i = 0; i < names.length; i++) xml += encodeCell(cells[i] ?? null, `${names[i]}${line}`, style);
  return `${xml}</row>`;
}

function encodeCell(value: Cell, reference: string, style: number): string {
  if (value === null || value === '') return '';
  if (typeof value === 'string') return encodeTextCell(value, reference, style);
  if (typeof value === 'number')
    return Number.isFinite(value) ? `<c r="${reference}"><v>${value}</v></c>` : '';
  if (typeof value === 'boolean') return `<c r="${reference}" t="b"><v>${value ? 1 : 0}</v></c>`;
  const serial = serialFromDate(value);
  if (serial === undefined) return encodeCell(formatWallClock(value), reference, style);
  return `<c r="${reference}" s="${dateStyle}"><v>${serial}</v></c>`;
}

function encodeTextCell(text: string, reference: string, style: number): string {
  // Excel reports a workbook with a longer text as damaged.
  const written = encodeCellText(guardText(text).slice(0, longestText));
  const space = /^\s|\s$|\n/.test(written) ? ' xml:space="preserve"' : '';
  const styled = style === 0 ? '' : ` s="${style}"`;
  return `<c r="${reference}"${styled} t="inlineStr"><is><t${space}>${written}</t></is></c>`;
}

/** 0 → A, 25 → Z, 26 → AA. */
function nameColumn(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : nameColumn(Math.floor(index / 26) - 1) + letter;
}
