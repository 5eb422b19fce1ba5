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

/** An area for a query; rounded, so that a tiny movement does not ask again. */
export function toAreaFilter(area: Bounds | undefined): number[] | undefined {
  return area?.map((degrees) => Math.round(degrees * 1e3) / 1e3);
}
