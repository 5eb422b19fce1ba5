import type { Distribution, LevelShares } from '@limpid/contract/analysis/distribution';
import type { FlagSummary } from '@limpid/contract/quality/flag-mark';
import { presentReading } from '../../reading/reading.api.ts';

/** A level, a percentile, a bin of the histogram, or an hour. What does not apply is null. */
export interface DistributionRow {
  part: 'levels' | 'percentiles' | 'histogram' | 'hours';
  siteCode: string;
  site: string;
  /** The level from 1, or the percent of a percentile. */
  rank: number | null;
  from: number | null;
  to: number | null;
  day: string | null;
  hour: number | null;
  /** The UTC offset of the hour: a clock that is set back shows an hour twice. */
  offset: string | null;
  hours: number | null;
  days: number | null;
  value: number | null;
  /** Of an hour its own; of percentiles those of the period. */
  flags: FlagSummary | null;
}

const nothing = {
  rank: null,
  from: null,
  to: null,
  day: null,
  hour: null,
  offset: null,
  hours: null,
  days: null,
  value: null,
  flags: null,
};

interface CountedLevels extends Pick<LevelShares, 'counted'> {
  counts: readonly number[];
  bounds: readonly number[];
}

interface ExportedSite {
  siteCode: string;
  siteName: string;
}

type ExportedHour = {
  [Key in 'day' | 'hour' | 'offset' | 'value']: NonNullable<DistributionRow[Key]>;
} & Pick<DistributionRow, 'flags'>;

/** Everything about a site as rows of one table. */
export function* listDistributionRows(
  { siteCode, siteName: site }: ExportedSite,
  { counted, counts, bounds }: CountedLevels,
  figures: Pick<Distribution, 'percentiles' | 'histogram' | 'flags'>,
  hours: readonly ExportedHour[],
): Generator<DistributionRow> {
  const named = { siteCode, site, ...nothing };
  // A channel without levels has all its hours in one.
  for (const [n, count] of counts.length > 1 ? counts.entries() : [])
    yield {
      part: 'levels',
      ...named,
      rank: n + 1,
      from: bounds[n - 1] ?? null,
      to: bounds[n] ?? null,
      [counted === 'hour' ? 'hours' : 'days']: count,
    };
  for (const { percent, value } of figures.percentiles)
    yield { part: 'percentiles', ...named, rank: percent, value, flags: figures.flags };
  const { start = 0, width = 0, counts: bins = [] } = figures.histogram ?? {};
  for (const [n, count] of bins.entries())
    yield { part: 'histogram', ...named, ...binBounds(start, width, n), hours: count };
  for (const hour of hours) yield { part: 'hours', ...named, ...hour };
}

function binBounds(start: number, width: number, n: number) {
  return { from: presentReading(start + n * width), to: presentReading(start + (n + 1) * width) };
}
