import { DAY_MS } from '@limpid/contract/durations';
import { formatLocalDate } from '@limpid/contract/local-time';
import type { MapIndex } from '@limpid/contract/map/site-update';
import type { ReadingSource, StoredPeriod } from '../../reading/reading.api.ts';
import type { AirHourSource } from '../../rollup/rollup.api.ts';
import { groupByBounds } from '../chosen-dates.rule.ts';

/** The index of an hour or a day with stored values; null if it is missing or withheld. */
export interface IndexPoint {
  at: number;
  aqi: number | null;
}

interface IndexSources {
  readings: ReadingSource;
  airHours: AirHourSource;
}

interface IndexRange {
  period: 'hour' | 'day';
  /** Hours begin within them; days have the dates that overlap them on the clock of the first site. */
  bounds: readonly [from: number, to: number];
  index: MapIndex;
  /** The moment up to which stored values decide what sites measure; by default the end of the bounds, at most now. */
  measuredUntil?: number;
}

/** The published index of sites over time, in the order of time; a site without stored values is left out. */
export async function readIndexSeries(
  sources: IndexSources,
  sites: readonly { siteId: number; zone: string }[],
  range: IndexRange,
): Promise<ReadonlyMap<number, readonly IndexPoint[]>> {
  return range.period === 'hour'
    ? readHours(sources.airHours, sites, range)
    : readDays(sources, sites, range);
}

/**
 * Hours come with the means of all pollutants, and other indices than the stored one are computed, which takes a quarter of
 * a second for a year: short parts keep memory low and let other requests through.
 */
const partMs: Record<MapIndex, number> = {
  china: 366 * DAY_MS,
  us: 60 * DAY_MS,
  europe: 60 * DAY_MS,
  atmo: 60 * DAY_MS,
};

async function readHours(
  air: AirHourSource,
  sites: readonly { siteId: number }[],
  { bounds: [from, to], index, measuredUntil = to }: IndexRange,
): Promise<Map<number, IndexPoint[]>> {
  const found = new Map<number, IndexPoint[]>();
  for (const { siteId } of sites) {
    const points: IndexPoint[] = [];
    for (let start = from; start < to; start += partMs[index]) {
      const part = [start, Math.min(to, start + partMs[index])] as const;
      const hours = (await air.hours([siteId], part, { index, measuredUntil })).get(siteId) ?? [];
      for (const { at, aqi } of hours) points.push({ at, aqi });
    }
    if (points.length > 0) found.set(siteId, points);
  }
  return found;
}

async function readDays(
  { readings, airHours }: IndexSources,
  sites: readonly { siteId: number; zone: string }[],
  { bounds, index }: IndexRange,
): Promise<Map<number, IndexPoint[]>> {
  const zones = new Map(sites.map(({ siteId, zone }) => [siteId, zone]));
  const stored = new Map<number, readonly StoredPeriod[]>();
  for (const group of groupByBounds(sites, 'day', bounds))
    for (const [siteId, days] of await readings.days(group.siteIds, group.bounds, [], index))
      stored.set(siteId, days);
  // Only the index of HJ 633 is withheld, and only one of fewer pollutants than the standard requires.
  const doubtful = [...stored].filter(
    ([, days]) => index === 'china' && days.some(({ aqi, whole }) => aqi !== null && !whole),
  );
  const dates = doubtful.flatMap(([siteId, days]) =>
    [days[0], days.at(-1)].flatMap((day) =>
      day ? [formatLocalDate(day.at, zones.get(siteId) ?? 'UTC')] : [],
    ),
  );
  const [first = '', last = first] = [dates.toSorted()[0], dates.toSorted().at(-1)];
  const withheld =
    doubtful.length > 0
      ? await airHours.withheldDays(
          doubtful.map(([siteId]) => siteId),
          [first, last],
        )
      : undefined;
  return new Map(
    [...stored].map(([siteId, days]) => {
      const ofSite = withheld?.get(siteId);
      const isWithheld = (at: number) =>
        ofSite?.has(formatLocalDate(at, zones.get(siteId) ?? 'UTC')) ?? false;
      return [siteId, days.map(({ at, aqi }) => ({ at, aqi: isWithheld(at) ? null : aqi }))] as const;
    }),
  );
}
