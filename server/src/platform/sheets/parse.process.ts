// Started by parse-apart.ts for one file, which arrives on stdin; rows leave in batches.
import { buffer } from 'node:stream/consumers';
import { AppError, type ErrorKey, type ErrorParams } from '@limpid/contract/errors';
import { collectRows, type Sheet } from './collect-rows.ts';
import { identifySheet } from './identify.ts';
import { type SheetLimits, tooLarge } from './limits.ts';

export type ParseMessage = Partial<Sheet> & {
  done?: true;
  failed?: { key: ErrorKey; params: ErrorParams };
};

const send = (message: ParseMessage) => process.send?.(message);

// The parent passes what SheetLimits describes.
const limits = JSON.parse(process.argv[2] ?? '') as SheetLimits;

async function parseInput(): Promise<void> {
  const bytes = await buffer(process.stdin);
  const rows = collectRows(limits, send);
  const kind = identifySheet(bytes);
  if (kind === 'xlsx') (await import('./read-xlsx.ts')).readXlsx(bytes, limits, rows);
  else if (kind === 'xls') (await import('./read-xls.ts')).readXls(bytes, rows);
  else (await import('./read-csv.ts')).readCsv(bytes, rows);
  rows.finish();
}

function explain(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (!(error instanceof Error)) return new AppError('sheet.corrupt');
  if ('code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') return tooLarge(limits);
  if (error.message.includes('password-protected')) return new AppError('sheet.encrypted');
  if (error.message.includes('Cannot find Workbook stream')) return new AppError('sheet.not_a_sheet');
  return new AppError('sheet.corrupt');
}

async function answer(message: ParseMessage): Promise<void> {
  await new Promise((resolve) => process.send?.(message, resolve));
  process.disconnect?.();
}

process.on('disconnect', () => process.exit());
try {
  await parseInput();
  await answer({ done: true });
} catch (error) {
  const { key, params } = explain(error);
  await answer({ failed: { key, params } });
}
