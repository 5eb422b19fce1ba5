import type { SourcePollutant } from '@limpid/contract/reference/reference-source';
import type { Skips } from './source-problem.ts';

/** One published hour of a station; only the pollutants that the source publishes are there. */
export interface PublishedRow {
  stationCode: string;
  stationName: string | null;
  city: string | null;
  province: string | null;
  longitude: number | null;
  latitude: number | null;
  /** The end of the hour, epoch milliseconds. */
  releasedAt: number;
  /** µg/m³, CO in mg/m³. */
  amounts: Partial<Record<SourcePollutant, number | null>>;
  aqi?: number | null;
  level?: string | null;
  primaryPollutant?: string | null;
}

export interface Parsed {
  /** At most one row for each hour of a station. */
  rows: PublishedRow[];
  /** How many rows the answer had. */
  read: number;
  skips: Skips;
}

/** Merges rows of the same hour: sources with a row for each pollutant, and rows that are repeated. */
export function mergeRows(rows: readonly PublishedRow[]): PublishedRow[] {
  const merged = new Map<string, PublishedRow>();
  for (const row of rows) {
    const key = `${row.stationCode} ${row.releasedAt}`;
    const before = merged.get(key);
    merged.set(key, before ? { ...before, ...row, amounts: mergeAmounts(before, row) } : row);
  }
  return [...merged.values()];
}

function mergeAmounts({ amounts: before }: PublishedRow, { amounts }: PublishedRow): PublishedRow['amounts'] {
  const given = Object.entries(amounts).filter(([column, value]) => value !== null || !(column in before));
  return { ...before, ...Object.fromEntries(given) };
}
