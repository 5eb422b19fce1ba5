import type { ReportCell, ReportTable } from '@limpid/contract/report/document';
import { hasRuns } from './text-runs.rule.ts';

/**
 * How many table cells a PDF has room for. Typst keeps about 15 kB for a plain cell of a tagged table, and twice as much
 * for one with a mark or lowered digits: with more than these its process would take over 350 MB.
 */
const mostPrintedCells = 9000;

/** A table is not left without rows, whatever was printed before it. */
const leastRows = 10;
const specialCost = 1.5;
/** A longer text costs as much as further cells. */
const textPerCell = 40;

/** Counts the rows to print of each table, in the order of the document. */
export function makeRowRoom(cells = mostPrintedCells): (table: ReportTable) => number {
  let room = cells;
  return ({ rows, marks }) => {
    const marked = new Map<number, number>();
    for (const { row } of marks) marked.set(row, (marked.get(row) ?? 0) + 1);
    const costs = rows.map((row, i) => costOfRow(row) + specialCost * (marked.get(i) ?? 0));
    let taken = 0;
    for (const cost of costs) {
      if (taken >= leastRows && cost > room) break;
      room -= cost;
      taken++;
    }
    return taken;
  };
}

function costOfRow(row: readonly ReportCell[]): number {
  return row.reduce<number>((sum, cell) => {
    if (typeof cell !== 'string') return sum + 1;
    return sum + 1 + Math.floor(cell.length / textPerCell) + (hasRuns(cell) ? specialCost : 0);
  }, 0);
}
