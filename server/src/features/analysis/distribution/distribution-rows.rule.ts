import type { Distribution, LevelShares } from '@limpid/contract/analysis/distribution';
import { presentReading } from '../../reading/reading.api.ts';

/** A level, a percentile, a bin of the histogram, or an hour. What does not apply is null. */
export interface DistributionRow {
  part: 'levels' | 'percentiles' | 'histogram' | 'hours';
  site: string;
  /** The level from 1, or the percent of a percentile. */
  rank: number | null;
  from: number | null;
  to: number | null;
  day: string | null;
  hour: number | null;
  hours: number | null;
  days: number | null;
  value: number | null;
}

const nothing = {
  rank: null,
  from: null,
  to: null,
  day: null,
  hour: null,
  hours: null,
  days: null,
  value: null,
};

interface CountedLevels extends Pick<LevelShares, 'counted'> {
  counts: readonly number[];
  bounds: readonly number[];
}

/** Everything about a site as rows of one table. */
export function* listDistributionRows(
  site: string,
  { counted, counts, bounds }: CountedLevels,
  figures: Pick<Distribution, 'percentiles' | 'histogram' | 'heat'>,
): Generator<DistributionRow> {
  // A channel without levels has all its hours in one.
  for (const [n, count] of counts.length > 1 ? counts.entries() : [])
    yield {
      part: 'levels',
      site,
      ...nothing,
      rank: n + 1,
      from: bounds[n - 1] ?? null,
      to: bounds[n] ?? null,
      [counted === 'hour' ? 'hours' : 'days']: count,
    };
  for (const { percent, value } of figures.percentiles)
    yield { part: 'percentiles', site, ...nothing, rank: percent, value };
  const { start = 0, width = 0, counts: bins = [] } = figures.histogram ?? {};
  for (const [n, count] of bins.entries())
    yield { part: 'histogram', site, ...nothing, ...binBounds(start, width, n), hours: count };
  for (const { day, values } of figures.heat)
    for (const [hour, value] of values.entries())
      if (value !== null) yield { part: 'hours', site, ...nothing, day, hour, value };
}

function binBounds(start: number, width: number, n: number) {
  return { from: presentReading(start + n * width), to: presentReading(start + (n + 1) * width) };
}
