import { type Granularity, granularityMs } from '@limpid/contract/data/series';
import type { TrendReferenceLine, TrendSiteLine } from '@limpid/contract/data/trend';
import { indexCode } from '@limpid/contract/map/indices';
import type { MapIndex } from '@limpid/contract/map/site-update';
import type { ReferenceStationChoice } from '@limpid/contract/reference/reference-choice';
import type { Points, ReadingSource } from '../../reading/reading.api.ts';
import type { AirHourSource } from '../../rollup/rollup.api.ts';
import { type IndexPoint, readIndexSeries } from '../index/index-series.ts';
import { readReferenceIndex } from '../index/reference-index.ts';
import type { SeriesRange } from '../series.service.ts';
import type { ReferenceSource } from './reference-source.ts';
import { type LineDrawing, presentLine, type TrendSite } from './trend-lines.ts';

interface IndexSources {
  readings: ReadingSource;
  airHours: AirHourSource;
}

/** The index exists from the hour on. */
export function indexGranularity(granularity: Granularity): 'hour' | 'day' {
  return granularity === 'day' ? 'day' : 'hour';
}

/** The index of sites, not thinned; hours or days without an index have none. */
export async function readSiteIndices(
  sources: IndexSources,
  sites: readonly TrendSite[],
  { from, to, granularity }: SeriesRange,
  index: MapIndex,
): Promise<ReadonlyMap<number, Points & { missing: number }>> {
  const range = { period: indexGranularity(granularity), bounds: [from, to] as const, index };
  const found = await readIndexSeries(sources, sites, range);
  return new Map([...found].map(([siteId, points]) => [siteId, keepKnown(points)]));
}

function keepKnown(points: readonly IndexPoint[]): Points & { missing: number } {
  const known: Points = { at: [], values: [] };
  for (const { at, aqi } of points) {
    if (aqi === null) continue;
    known.at.push(at);
    known.values.push(aqi);
  }
  return { ...known, missing: points.length - known.at.length };
}

/** One line of the index for every site. */
export async function readIndexLines(
  sources: IndexSources,
  sites: readonly TrendSite[],
  range: SeriesRange,
  index: MapIndex,
  { points: most, hasBand }: LineDrawing,
): Promise<TrendSiteLine[]> {
  const granularity = indexGranularity(range.granularity);
  const found = await readSiteIndices(sources, sites, range, index);
  const thinning = {
    step: granularityMs[granularity],
    length: range.to - range.from,
    most,
    dataType: 'number',
    hasBand,
  };
  return sites.map(({ siteId, zone }) => {
    const { missing, ...points } = found.get(siteId) ?? { at: [], values: [], missing: 0 };
    const line = presentLine(points, thinning);
    return { siteId, channel: indexCode, zone, granularity, ...line, few: [], fewCount: missing };
  });
}

/** One line of the hourly index for every official station. */
export async function readReferenceIndexLines(
  source: ReferenceSource,
  stations: readonly ReferenceStationChoice[],
  { from, to, zone, index }: { from: number; to: number; zone: string; index: MapIndex },
  { points: most, hasBand }: LineDrawing,
): Promise<TrendReferenceLine[]> {
  const codes = stations.map(({ code }) => code);
  const found = await readReferenceIndex(source.hours, codes, [from, to], index);
  const thinning = { step: granularityMs.hour, length: to - from, most, dataType: 'number', hasBand };
  return stations.map((station) => {
    const line = presentLine(found.get(station.code) ?? { at: [], values: [] }, thinning);
    return { ...station, channel: indexCode, zone, granularity: 'hour', ...line };
  });
}
