import type { CorrectedRange } from '@limpid/contract/data/correction';

interface MarkedRow {
  siteId: number;
  ts: number;
}

/** The periods of marked rows by site; rows that follow each other are one period. */
export function listMarkedRanges(
  rows: readonly MarkedRow[],
  channels: string[],
  endOf: (row: MarkedRow) => number,
): CorrectedRange[] {
  return [...Map.groupBy(rows, ({ siteId }) => siteId)].map(([siteId, ofSite]) => {
    const periods: CorrectedRange['periods'] = [];
    for (const row of ofSite.toSorted((one, other) => one.ts - other.ts)) {
      const before = periods.at(-1);
      if (before?.to === row.ts) before.to = endOf(row);
      else periods.push({ from: row.ts, to: endOf(row) });
    }
    return { siteId, channels, periods };
  });
}
