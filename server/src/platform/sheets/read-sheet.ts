import { fail } from '@limpid/contract/errors';
import type { Sheet } from './collect-rows.ts';
import { identifySheet } from './identify.ts';
import { defaultSheetLimits, type SheetLimits, tooLarge } from './limits.ts';
import { parseApart } from './parse-apart.ts';

const mostAtOnce = 2;

let running = 0;
const waiting: (() => void)[] = [];

/** Reads the first visible sheet of an xlsx or xls file. */
export async function readSheet(bytes: Uint8Array, limits: Partial<SheetLimits> = {}): Promise<Sheet> {
  const all = { ...defaultSheetLimits, ...limits };
  if (bytes.byteLength > all.fileBytes) throw tooLarge(all);
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!identifySheet(head)) fail('sheet.not_a_sheet');
  await takeTurn();
  try {
    return await parseApart(bytes, all);
  } finally {
    passTurn();
  }
}

async function takeTurn(): Promise<void> {
  if (running < mostAtOnce) running++;
  else await new Promise<void>((resolve) => waiting.push(resolve));
}

function passTurn(): void {
  const next = waiting.shift();
  if (next) next();
  else running--;
}
