import { AppError } from '@limpid/contract/errors';
import { collectRows, type RowCollector, type Sheet } from './collect-rows.ts';
import { identifySheet } from './identify.ts';
import { type SheetLimits, tooLarge } from './limits.ts';

/**
 * Parses a file in this process. The server uses it only in a child process (`parse-in-child.ts`), because neither time
 * nor memory is limited here. Each reader is loaded on demand, because a child parses one file and ends.
 */
export async function parseSheet(bytes: Buffer, limits: SheetLimits, rows: RowCollector): Promise<void> {
  try {
    const kind = identifySheet(bytes);
    if (kind === 'xlsx') (await import('./read-xlsx.ts')).readXlsx(bytes, limits, rows);
    else if (kind === 'xls') (await import('./read-xls.ts')).readXls(bytes, rows);
    else (await import('./read-csv.ts')).readCsv(bytes, rows);
    rows.finish();
  } catch (error) {
    throw explain(error, limits);
  }
}

/** Parses a file like `parseSheet` and returns all rows at once. */
export async function parseToSheet(bytes: Buffer, limits: SheetLimits): Promise<Sheet> {
  const sheet: Sheet = { header: [], rows: [] };
  const rows = collectRows(limits, ({ header, rows: batch = [] }) => {
    if (header) sheet.header = header;
    for (const row of batch) sheet.rows.push(row);
  });
  await parseSheet(bytes, limits, rows);
  return sheet;
}

function explain(error: unknown, limits: SheetLimits): AppError {
  if (error instanceof AppError) return error;
  if (!(error instanceof Error)) return new AppError('sheet.corrupt');
  if ('code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') return tooLarge(limits);
  if (error.message.includes('password-protected')) return new AppError('sheet.encrypted');
  if (error.message.includes('Cannot find Workbook stream')) return new AppError('sheet.not_a_sheet');
  return new AppError('sheet.corrupt');
}
