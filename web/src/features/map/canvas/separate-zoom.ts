import type { LngLat } from '../../../map/map.ts';
import { maxMapZoom, nearestCopy, toWorld, worldPixels } from '../../../map/mercator.ts';

/** Markers closer than this many pixels overlap or cluster. */
const apartPixels = 64;
/** Even a lonely site is shown with its town. */
const minZoom = 11;
/** Markers this close look like one even at the largest zoom (about two metres); a click on them lists the sites. */
const samePoint = 8 / (worldPixels * 2 ** maxMapZoom);

/** The zoom at which the markers of a site and of its nearest neighbour do not overlap. */
export function separateZoom(place: LngLat, sites: readonly LngLat[]): number {
  const [x, y] = toWorld(place);
  let nearest = Number.POSITIVE_INFINITY;
  for (const [longitude, latitude] of sites) {
    const [otherX, otherY] = toWorld([nearestCopy(longitude, place[0]), latitude]);
    const distance = Math.hypot(otherX - x, otherY - y);
    if (distance > samePoint && distance < nearest) nearest = distance;
  }
  const zoom = Math.log2(apartPixels / (worldPixels * nearest));
  return Math.max(minZoom, Math.min(maxMapZoom, zoom));
}
