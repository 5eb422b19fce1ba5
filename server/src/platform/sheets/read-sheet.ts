import { fail } from '@limpid/contract/errors';
import { limitConcurrency } from '../concurrency-limit.ts';
import { collectRows, type Sheet } from './collect-rows.ts';
import { identifySheet } from './identify.ts';
import { defaultSheetLimits, type SheetLimits, tooLarge } from './limits.ts';
import { parseInChild } from './parse-in-child.ts';
import { readCsv } from './read-csv.ts';

const withLimit = limitConcurrency(2);

/** Reads the first visible sheet of an xlsx or xls file. */
export async function readSheet(bytes: Uint8Array, limits: Partial<SheetLimits> = {}): Promise<Sheet> {
  const all = { ...defaultSheetLimits, ...limits };
  if (bytes.byteLength > all.fileBytes) throw tooLarge(all);
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!identifySheet(head)) fail('sheet.not_a_sheet');
  return withLimit(() => parseInChild(bytes, all));
}

/** Text below this size takes a few milliseconds, which is not worth a separate process. */
const smallText = 256 * 1024;

/** The same, for a text file with separators too. */
export async function readTable(bytes: Uint8Array, limits: Partial<SheetLimits> = {}): Promise<Sheet> {
  const all = { ...defaultSheetLimits, ...limits };
  if (bytes.byteLength > all.fileBytes) throw tooLarge(all);
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isSmallText = !identifySheet(content) && bytes.byteLength <= smallText;
  return isSmallText ? parseText(content, all) : withLimit(() => parseInChild(bytes, all));
}

function parseText(content: Buffer, limits: SheetLimits): Sheet {
  const sheet: Sheet = { header: [], rows: [] };
  const rows = collectRows(limits, ({ header, rows: batch = [] }) => {
    if (header) sheet.header = header;
    for (const row of batch) sheet.rows.push(row);
  });
  readCsv(content, rows);
  rows.finish();
  return sheet;
}
