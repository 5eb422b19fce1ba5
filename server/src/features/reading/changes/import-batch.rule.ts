import { DAY_MS } from '@limpid/contract/durations';
import type { ImportedRow } from './requests.ts';

/** Limits the readings that are in memory at once. */
const daysAtOnce = 7;
const rowsAtOnce = 2000;

/** Rows that are written together: of one site and of neighbouring days, which are never split. */
export interface ImportBatch {
  siteId: number;
  rows: { index: number; row: ImportedRow }[];
}

export function planBatches(rows: readonly ImportedRow[]): ImportBatch[] {
  const numbered = rows.map((row, index) => ({ index, row }));
  const batches: ImportBatch[] = [];
  for (const [siteId, ofSite] of Map.groupBy(numbered, ({ row }) => row.siteId)) {
    const days = Map.groupBy(ofSite, ({ row }) => Math.floor(row.ts / DAY_MS));
    let batch: ImportBatch | undefined;
    let first = 0;
    for (const [day, ofDay] of [...days].toSorted(([a], [b]) => a - b)) {
      if (!batch || day - first >= daysAtOnce || batch.rows.length + ofDay.length > rowsAtOnce) {
        batch = { siteId, rows: [] };
        batches.push(batch);
        first = day;
      }
      batch.rows.push(...ofDay);
    }
  }
  return batches;
}
