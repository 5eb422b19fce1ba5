// Started by parse-in-child.ts for one file, which arrives on stdin; rows are sent in batches.
import { buffer } from 'node:stream/consumers';
import { AppError, type ErrorKey, type ErrorParams } from '@limpid/contract/errors';
import { collectRows, type Sheet } from './collect-rows.ts';
import type { SheetLimits } from './limits.ts';
import { parseSheet } from './parse-sheet.ts';

export type ParseMessage = Partial<Sheet> & {
  done?: true;
  failed?: { key: ErrorKey; params: ErrorParams };
};

const send = (message: ParseMessage) => process.send?.(message);

// The parent passes what SheetLimits describes.
const limits = JSON.parse(process.argv[2] ?? '') as SheetLimits;

async function sendLast(message: ParseMessage): Promise<void> {
  await new Promise((resolve) => process.send?.(message, resolve));
  process.disconnect?.();
}

process.on('disconnect', () => process.exit());
try {
  await parseSheet(await buffer(process.stdin), limits, collectRows(limits, send));
  await sendLast({ done: true });
} catch (error) {
  const { key, params } = error instanceof AppError ? error : new AppError('sheet.corrupt');
  await sendLast({ failed: { key, params } });
}
