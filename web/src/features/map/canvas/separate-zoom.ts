import type { LngLat } from '../../../map/map.ts';
import {
  clusterMaxZoom,
  clusterRadius,
  maxMapZoom,
  nearestCopy,
  toWorld,
  worldPixels,
} from '../../../map/mercator.ts';

/** Markers closer than this many pixels overlap, on a desktop. */
const apartPixels = 64;
/** Even a lonely site is shown with its town. */
const minZoom = 11;
/** Markers this close look like one even at the largest zoom (about two metres); a click on them lists the sites. */
const samePoint = 8 / (worldPixels * 2 ** maxMapZoom);

/** The zoom at which a site and its nearest neighbour have a marker each and these do not overlap, on a screen of this scale. */
export function separateZoom(place: LngLat, sites: readonly LngLat[], scale: number): number {
  const [x, y] = toWorld(place);
  let nearest = Number.POSITIVE_INFINITY;
  for (const [longitude, latitude] of sites) {
    const [otherX, otherY] = toWorld([nearestCopy(longitude, place[0]), latitude]);
    const distance = Math.hypot(otherX - x, otherY - y);
    if (distance > samePoint && distance < nearest) nearest = distance;
  }
  const zoom = zoomAt(apartPixels * scale, nearest);
  // Maps cluster as at the whole zoom below, where the distance is up to half of that.
  const fromZoom = Math.min(clusterMaxZoom + 1, Math.floor(zoomAt(clusterRadius * scale, nearest)) + 1);
  return Math.max(minZoom, fromZoom, Math.min(maxMapZoom, zoom));
}

/** The zoom at which a distance in Mercator coordinates takes this many pixels. */
const zoomAt = (pixels: number, distance: number) => Math.log2(pixels / (worldPixels * distance));
