import { fail } from '@limpid/contract/errors';
import { limitConcurrency } from '../concurrency-limit.ts';
import type { Sheet } from './collect-rows.ts';
import { identifySheet } from './identify.ts';
import { defaultSheetLimits, type SheetLimits, tooLarge } from './limits.ts';
import { parseInChild } from './parse-in-child.ts';
import { parseToSheet } from './parse-sheet.ts';

const withLimit = limitConcurrency(2);
/** Text below this size takes a few milliseconds, which is not worth a separate process. */
const smallText = 256 * 1024;

/** Reads the first visible sheet of an xlsx or xls file. */
export async function readSheet(bytes: Uint8Array, limits: Partial<SheetLimits> = {}): Promise<Sheet> {
  const { all, kind } = inspect(bytes, limits);
  if (!kind) fail('sheet.not_a_sheet');
  return withLimit(() => parseInChild(bytes, all));
}

/** Reads the first visible sheet of a workbook, or the rows of a text file with separators. */
export async function readTable(bytes: Uint8Array, limits: Partial<SheetLimits> = {}): Promise<Sheet> {
  const { all, content, kind } = inspect(bytes, limits);
  const isSmallText = !kind && bytes.byteLength <= smallText;
  return isSmallText ? parseToSheet(content, all) : withLimit(() => parseInChild(bytes, all));
}

/** Refuses a file above its size limit before anything is parsed. */
function inspect(bytes: Uint8Array, limits: Partial<SheetLimits>) {
  const all = { ...defaultSheetLimits, ...limits };
  if (bytes.byteLength > all.fileBytes) throw tooLarge(all);
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return { all, content, kind: identifySheet(content) };
}
