import { type Granularity, granularityMs } from '@limpid/contract/data/series';
import type { TrendReferenceLine, TrendSiteLine } from '@limpid/contract/data/trend';
import { HOUR_MS } from '@limpid/contract/durations';
import type { ReferenceStationChoice } from '@limpid/contract/reference/reference-choice';
import {
  findWindChannels,
  type Points,
  presentReading,
  type ReadingSource,
  type Series,
  type StoredChannel,
} from '../../reading/reading.api.ts';
import { groupByBounds } from '../chosen-dates.rule.ts';
import { hasLittleData, isExcluded } from '../little-data.rule.ts';
import { isPublished, selectPublished } from '../published-values.rule.ts';
import { type SeriesRange, wholeSteps } from '../series.service.ts';
import type { ReferenceSource } from './reference-source.ts';
import { type LinePoints, listSections, type Thinning, thinLine } from './thin.rule.ts';

export interface TrendSite {
  siteId: number;
  zone: string;
  /** Seconds between two reports. */
  interval: number;
}

/** The stored values of sites by slot, not thinned; with the extremes behind hours and days if asked. */
export async function readSiteSeries(
  source: ReadingSource,
  sites: readonly TrendSite[],
  channels: readonly StoredChannel[],
  range: SeriesRange,
  hasBand = false,
): Promise<ReadonlyMap<number, ReadonlyMap<number, Series>>> {
  const { granularity } = range;
  if (channels.length === 0) return new Map();
  const bounds = wholeSteps(range);
  const slots = [...new Set([...channels, ...findSpeeds(source, channels)].map(({ slot }) => slot))];
  const read = (siteIds: readonly number[], within: readonly [number, number]) =>
    granularity === 'minute' || granularity === 'five'
      ? source.minutes(granularity === 'five' ? 5 : 1, siteIds, within, slots)
      : source.means(granularity, siteIds, within, slots, hasBand ? 'extremes' : 'mean');
  const found: [number, ReadonlyMap<number, Series>][] = [];
  for (const group of groupByBounds(sites, granularity, bounds))
    found.push(...(await read(group.siteIds, group.bounds)));
  return new Map(found);
}

/** The channel of the wind speed beside directions, which are weighted by it. */
function findSpeeds(source: ReadingSource, channels: readonly StoredChannel[]): StoredChannel[] {
  const { speed } = findWindChannels(source.channels());
  return speed && channels.some(({ dataType }) => dataType === 'direction') ? [speed] : [];
}

/** The speeds at the moments of directions; both are in the order of time. */
function matchSpeeds({ at }: Points, speeds: Points | undefined): number[] {
  let place = 0;
  return at.map((moment) => {
    while ((speeds?.at[place] ?? Number.POSITIVE_INFINITY) < moment) place++;
    return speeds?.at[place] === moment ? (speeds.values[place] ?? Number.NaN) : Number.NaN;
  });
}

/** How lines are drawn: with at most so many points, and with a band of extremes or without. */
export interface LineDrawing {
  points: number;
  hasBand: boolean;
}

/** One line for every site and channel. */
export async function readSiteLines(
  source: ReadingSource,
  sites: readonly TrendSite[],
  channels: readonly StoredChannel[],
  range: SeriesRange,
  { points, hasBand }: LineDrawing,
): Promise<TrendSiteLine[]> {
  const { granularity } = range;
  const found = await readSiteSeries(source, sites, channels, range, hasBand);
  const [speed] = findSpeeds(source, channels);
  return sites.flatMap(({ siteId, zone, interval }) =>
    channels.map(({ code, slot, dataType }): TrendSiteLine => {
      const series = found.get(siteId)?.get(slot) ?? { at: [], values: [] };
      const step = stepOf(granularity, interval);
      const thinning = { step, length: range.to - range.from, most: points, dataType, hasBand };
      const isWeighted = dataType === 'direction' && speed && series.at.length > points;
      const winds = isWeighted && { speeds: matchSpeeds(series, found.get(siteId)?.get(speed.slot)) };
      const outside = series.outOfRange && { outOfRange: presentMarks(series.outOfRange, points) };
      return {
        siteId,
        channel: code,
        zone,
        granularity,
        ...presentLine({ ...withSentExtremes(series), ...winds }, thinning),
        ...outside,
        ...markNotCounted(series, granularity, thinning),
      };
    }),
  );
}

/** The values of minutes with the extremes that the device sent for them; means have theirs already. */
function withSentExtremes({ extents, ...series }: Series): LinePoints {
  if (!extents) return series;
  const { at, values } = series;
  const column = (side: 'low' | 'high') =>
    at.map((moment, index) => extents.get(moment)?.[side] ?? values[index] ?? Number.NaN);
  return { ...series, low: column('low'), high: column('high') };
}

/** The distance of values: the granularity, or the multiple of it in which a slow site reports. */
function stepOf(granularity: Granularity, interval: number): number {
  const step = granularityMs[granularity];
  return Math.max(1, Math.ceil((interval * 1000) / step)) * step;
}

/** The lines of the published pollutants among the channels, in the units of these; publications have hours only. */
export async function readReferenceLines(
  source: ReferenceSource,
  stations: readonly ReferenceStationChoice[],
  channels: readonly StoredChannel[],
  { from, to, zone }: { from: number; to: number; zone: string },
  { points, hasBand }: LineDrawing,
): Promise<TrendReferenceLine[]> {
  const codes = stations.map(({ code }) => code);
  const found = await source.hours(codes, [from, to]);
  return stations.flatMap((station) =>
    channels.filter(isPublished).map((channel): TrendReferenceLine => {
      const { code, dataType } = channel;
      const series = selectPublished(found.get(station.code), channel);
      const thinning = { step: HOUR_MS, length: to - from, most: points, dataType, hasBand };
      const line = presentLine(series, thinning);
      return { ...station, channel: code, zone, granularity: 'hour', ...line };
    }),
  );
}

export function presentLine(points: LinePoints, thinning: Thinning) {
  const { low, high, values, ...line } = thinLine(points, thinning);
  return {
    ...line,
    count: points.at.length,
    values: values.map(presentReading),
    ...(low && high && { low: low.map(presentReading), high: high.map(presentReading) }),
  };
}

/** Keeps the newest marks of a line: a broken sensor may have one for every step. */
function presentMarks({ at, values }: Points, most: number) {
  return { count: at.length, ts: at.slice(-most), values: values.slice(-most).map(presentReading) };
}

/** The points with means of less than 45 valid minutes of an hour or 20 valid hours of a day, those that rules leave out, and how many. */
function markNotCounted(
  { at, covered = [] }: Series,
  granularity: Granularity,
  thinning: Thinning,
): Pick<TrendSiteLine, 'few' | 'fewCount' | 'excluded' | 'excludedCount'> {
  const mark = (isMarked: (amount: number, granularity: Granularity) => boolean) => {
    const marked = covered.map((amount) => isMarked(amount, granularity));
    const count = marked.filter(Boolean).length;
    if (count === 0) return { points: [], count };
    const sections = listSections(at, thinning).filter(({ from, to }) =>
      marked.slice(from, to).includes(true),
    );
    return { points: sections.map(({ from }) => at[from] ?? 0), count };
  };
  const few = mark(hasLittleData);
  const excluded = mark(isExcluded);
  return {
    few: few.points,
    fewCount: few.count,
    ...(excluded.count > 0 && { excluded: excluded.points, excludedCount: excluded.count }),
  };
}
