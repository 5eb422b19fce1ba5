import { AppError } from '@limpid/contract/errors';

export interface SheetLimits {
  fileBytes: number;
  /** Total size of all unpacked parts. */
  unpackedBytes: number;
  rows: number;
  columns: number;
  cells: number;
  /** Total length of all texts, because a few shared strings may be repeated in every cell. */
  characters: number;
  milliseconds: number;
  heapMegabytes: number;
}

const megabyte = 1024 * 1024;

export const defaultSheetLimits: SheetLimits = {
  fileBytes: 10 * megabyte,
  unpackedBytes: 100 * megabyte,
  rows: 50_000,
  columns: 200,
  cells: 2_000_000,
  characters: 32_000_000,
  milliseconds: 20_000,
  heapMegabytes: 256,
};

/** One error key for every exceeded limit except rows: its text names the limits. */
export function tooLarge(limits: SheetLimits): AppError {
  return new AppError('sheet.too_large', {
    megabytes: Math.round(limits.fileBytes / megabyte),
    unpackedMegabytes: Math.round(limits.unpackedBytes / megabyte),
    columns: limits.columns,
  });
}

export function tooSlow(limits: SheetLimits): AppError {
  return new AppError('sheet.too_slow', { seconds: Math.round(limits.milliseconds / 1000) });
}
