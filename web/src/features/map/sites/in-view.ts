import type { SitePlace } from '../../../map/find-places.ts';
import type { Bounds, LngLat } from '../../../map/map.ts';
import { nearestCopy } from '../../../map/mercator.ts';
import type { ShownSite } from './select-sites.ts';

/** Whether a place is within an area, which may lie across the date line. */
export function isInArea([longitude, latitude]: LngLat, [west, south, east, north]: Bounds): boolean {
  const near = nearestCopy(longitude, (west + east) / 2);
  return near >= west && near <= east && latitude >= south && latitude <= north;
}

/** The sites in an area; sites without coordinates are in none. */
export function selectWithin<One extends Pick<ShownSite, 'site'>>(
  sites: readonly One[],
  area: Bounds,
): One[] {
  return sites.filter(({ site }) => site.place !== null && isInArea(site.place, area));
}

/** The sites that a place has grouped: its bounds may contain those of other places. */
export function selectMembers<One extends Pick<ShownSite, 'site'>>(
  sites: readonly One[],
  { members }: Pick<SitePlace, 'members'>,
): One[] {
  const coordinates = new Set(members);
  return sites.filter(({ site }) => site.place !== null && coordinates.has(site.place));
}

/**
 * An area for a query; rounded, so that a tiny movement does not ask again. Undefined for all sites: a view of the whole world
 * restricts nothing, and may show it several times.
 */
export function toAreaFilter(area: Bounds | undefined): number[] | undefined {
  if (!area) return undefined;
  const [west, south, east, north] = area;
  if (east - west >= 360) return undefined;
  // The western edge from -180 on; across the date line, the eastern one is beyond 180.
  const turn = 360 * Math.floor((west + 180) / 360);
  return [west - turn, south, east - turn, north].map((degrees) => Math.round(degrees * 1e3) / 1e3);
}
