import type { LngLat } from '../../../map/map.ts';
import type { ShownSite } from './select-sites.ts';

const radians = Math.PI / 180;
const earthKm = 6371;

/** The great-circle distance in kilometres. */
export function distanceKm([fromLongitude, fromLatitude]: LngLat, [toLongitude, toLatitude]: LngLat): number {
  const half = (degrees: number) => Math.sin((degrees * radians) / 2) ** 2;
  const part =
    half(toLatitude - fromLatitude) +
    Math.cos(fromLatitude * radians) * Math.cos(toLatitude * radians) * half(toLongitude - fromLongitude);
  return 2 * earthKm * Math.asin(Math.min(1, Math.sqrt(part)));
}

/** The sites nearest to one, nearest first. */
export function findNeighbours(shown: readonly ShownSite[], siteId: number, count: number): ShownSite[] {
  const here = shown.find(({ site }) => site.siteId === siteId)?.site.place;
  if (!here) return [];
  return shown
    .flatMap((one) =>
      one.site.place && one.site.siteId !== siteId
        ? [{ one, distance: distanceKm(here, one.site.place) }]
        : [],
    )
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, count)
    .map(({ one }) => one);
}
