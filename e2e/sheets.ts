import { readFile } from 'node:fs/promises';
import { read, utils, write } from '@e965/xlsx';
import type { Download } from '@playwright/test';

type Cell = string | number | null;

/** A workbook as a person would bring one. */
export function makeSheet(name: string, rows: Cell[][]) {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), '1');
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  const bytes: Buffer = write(book, { type: 'buffer', bookType: 'xlsx' });
  return { name, mimeType: type, buffer: bytes };
}

/** What was saved, as rows of cells, the headings first. */
export async function readSheet(download: Download): Promise<unknown[][]> {
  const book = read(await readFile(await download.path()));
  const sheet = book.Sheets[book.SheetNames[0] ?? ''];
  return sheet ? utils.sheet_to_json<unknown[]>(sheet, { header: 1 }) : [];
}
