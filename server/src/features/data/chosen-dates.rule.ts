import type { Granularity } from '@limpid/contract/data/series';
import { dayBounds, formatLocalDate } from '@limpid/contract/local-time';

type Bounds = readonly [from: number, to: number];

/** The whole days, on the clock of a zone, of the dates that bounds overlap on the clock on which they were chosen. */
export function findSameDates([from, to]: Bounds, chosenZone: string, zone: string): Bounds {
  const [first, last] = [formatLocalDate(from, chosenZone), formatLocalDate(to - 1, chosenZone)];
  return [dayBounds(first, zone)[0], dayBounds(last, zone)[1]];
}

interface ChosenPeriod {
  sites: readonly { zone: string }[];
  granularity: Granularity;
  from: number;
  to: number;
}

/** The bounds of a query for one of its sites. */
export function boundsAtSite({ sites, granularity, from, to }: ChosenPeriod, zone: string): Bounds {
  return granularity === 'day' ? findSameDates([from, to], sites[0]?.zone ?? zone, zone) : [from, to];
}

/**
 * The bounds of a query for sites of several zones. Periods are chosen on the clock of the first site: days of all sites
 * have the dates of that clock, hours and minutes its moments.
 */
export function groupByBounds(
  sites: readonly { siteId: number; zone: string }[],
  granularity: Granularity,
  bounds: Bounds,
): { siteIds: number[]; bounds: Bounds }[] {
  const [first] = sites;
  if (!first) return [];
  const zones = Map.groupBy(sites, ({ zone }) => (granularity === 'day' ? zone : first.zone));
  return [...zones].map(([zone, members]) => ({
    siteIds: members.map(({ siteId }) => siteId),
    bounds: granularity === 'day' ? findSameDates(bounds, first.zone, zone) : bounds,
  }));
}
