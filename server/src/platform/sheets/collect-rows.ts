import { fail } from '@limpid/contract/errors';
import type { Cell } from './cell.ts';
import { unguardText } from './cell-text.ts';
import { formatWallClock } from './dates.ts';
import { type SheetLimits, tooLarge } from './limits.ts';

export interface SheetRow {
  /** The number in the spreadsheet program, from 1. */
  line: number;
  cells: Cell[];
}

export interface Sheet {
  header: string[];
  rows: SheetRow[];
}

/** Collects rows from readers: the first row that is not empty becomes the header, empty ones are dropped. */
export interface RowCollector {
  add(line: number, cells: Cell[]): void;
  finish(): void;
}

const enoughCells = 10_000;

export function collectRows(limits: SheetLimits, send: (batch: Partial<Sheet>) => void): RowCollector {
  let header: string[] | undefined;
  let batch: SheetRow[] = [];
  let batchCells = 0;
  const total = { rows: 0, cells: 0, characters: 0 };

  function count(cells: Cell[]) {
    total.cells += cells.length;
    for (const cell of cells) if (typeof cell === 'string') total.characters += cell.length;
    if (total.cells > limits.cells || total.characters > limits.characters) throw tooLarge(limits);
    if (cells.length > limits.columns) throw tooLarge(limits);
  }

  function flush() {
    if (batch.length > 0) send({ rows: batch });
    batch = [];
    batchCells = 0;
  }

  return {
    add(line, raw) {
      const cells = tidyCells(raw);
      if (cells.length === 0) return;
      count(cells);
      if (!header) {
        header = cells.map(toHeader);
        send({ header });
        return;
      }
      if (++total.rows > limits.rows) fail('sheet.too_many_rows', { limit: limits.rows });
      batch.push({ line, cells });
      batchCells += cells.length;
      if (batchCells >= enoughCells) flush();
    },
    finish() {
      if (!header) fail('sheet.empty');
      flush();
    },
  };
}

function tidyCells(raw: Cell[]): Cell[] {
  let length = raw.length;
  while (length > 0 && isEmpty(raw[length - 1])) length--;
  const cells: Cell[] = [];
  for (let i = 0; i < length; i++) {
    const cell = raw[i];
    cells.push(isEmpty(cell) ? null : typeof cell === 'string' ? unguardText(cell) : cell);
  }
  return cells;
}

function isEmpty(cell: Cell | undefined): cell is null | undefined | '' {
  return cell === null || cell === undefined || cell === '';
}

function toHeader(cell: Cell): string {
  return cell instanceof Date ? formatWallClock(cell) : String(cell ?? '').trim();
}
