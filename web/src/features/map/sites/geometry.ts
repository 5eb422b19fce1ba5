import { distanceKm } from '../../../map/distance.ts';
import type { ShownSite } from './select-sites.ts';

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
