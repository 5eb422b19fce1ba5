import { averageNoise } from '@limpid/aqi/noise';
import { percentileOf } from '@limpid/aqi/statistics/percentile';

/** How much the values of a channel allow: everything, an energetic mean, or only counting. */
export type ColumnScale = 'linear' | 'soundLevel' | 'unordered';

export function scaleOf(dataType: string): ColumnScale {
  if (dataType === 'level') return 'soundLevel';
  return dataType === 'number' ? 'linear' : 'unordered';
}

/** The counted values of one channel, with the place of the first maximum. */
export interface ValueColumn {
  values: number[];
  dropped: number;
  maxAt: { siteId: number; ts: number } | null;
  max: number;
}

export function openColumn(): ValueColumn {
  return { values: [], dropped: 0, maxAt: null, max: Number.NEGATIVE_INFINITY };
}

export function addValue(column: ValueColumn, value: number, siteId: number, ts: number): void {
  column.values.push(value);
  const isFirst = value === column.max && column.maxAt !== null && ts < column.maxAt.ts;
  if (value <= column.max && !isFirst) return;
  column.max = value;
  column.maxAt = { siteId, ts };
}

interface ColumnSummary {
  count: number;
  dropped: number;
  min: number | null;
  mean: number | null;
  p50: number | null;
  p90: number | null;
  p98: number | null;
  max: number | null;
  maxAt: { siteId: number; ts: number } | null;
}

/** The statistics of a column; a direction has neither order nor linear mean, so it is only counted. */
export function summariseColumn({ values, dropped, maxAt }: ValueColumn, scale: ColumnScale): ColumnSummary {
  const count = values.length;
  const none = { min: null, mean: null, p50: null, p90: null, p98: null, max: null, maxAt: null };
  if (scale === 'unordered' || count === 0) return { count, dropped, ...none };
  const sorted = Float64Array.from(values).sort();
  const sum = sorted.reduce((total, value) => total + value, 0);
  return {
    count,
    dropped,
    min: sorted[0] ?? null,
    mean: scale === 'soundLevel' ? averageNoise(values) : sum / count,
    p50: percentileOf(sorted, 50),
    p90: percentileOf(sorted, 90),
    p98: percentileOf(sorted, 98),
    max: sorted.at(-1) ?? null,
    maxAt,
  };
}
