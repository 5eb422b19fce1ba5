import type { LngLat } from '../../../map/map.ts';
import { nearestCopy, toWorld, worldPixels } from '../../../map/mercator.ts';

/** Markers closer than this many pixels overlap or cluster. */
const apartPixels = 64;
/** Even a lonely site is shown with its town, and two instruments on one roof not closer than a street. */
const [minZoom, maxZoom] = [11, 17];
/** Sites closer than this are at one point, which no zoom separates: about a metre. */
const samePoint = 1e-5 / 360;

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
  return Math.max(minZoom, Math.min(maxZoom, zoom));
}
