import { fail } from '@limpid/contract/errors';
import { makeTurns } from '../turns.ts';
import type { Sheet } from './collect-rows.ts';
import { identifySheet } from './identify.ts';
import { defaultSheetLimits, type SheetLimits, tooLarge } from './limits.ts';
import { parseApart } from './parse-apart.ts';

const inTurn = makeTurns(2);

/** Reads the first visible sheet of an xlsx or xls file. */
export async function readSheet(bytes: Uint8Array, limits: Partial<SheetLimits> = {}): Promise<Sheet> {
  const all = { ...defaultSheetLimits, ...limits };
  if (bytes.byteLength > all.fileBytes) throw tooLarge(all);
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!identifySheet(head)) fail('sheet.not_a_sheet');
  return inTurn(() => parseApart(bytes, all));
}
