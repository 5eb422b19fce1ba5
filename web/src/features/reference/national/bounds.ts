import type { Bounds, LngLat } from '../../../map/map.ts';

/** The smallest box around all places that have a position. */
export function findBounds(places: readonly { position: LngLat | undefined }[]): Bounds | undefined {
  return places.reduce<Bounds | undefined>((bounds, { position }) => {
    if (!position) return bounds;
    const [x, y] = position;
    const [west, south, east, north] = bounds ?? [x, y, x, y];
    return [Math.min(west, x), Math.min(south, y), Math.max(east, x), Math.max(north, y)];
  }, undefined);
}
