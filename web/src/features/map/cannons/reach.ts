import type { Bounds, LngLat } from '../../../map/map.ts';

/** The circumference of the earth at the equator. */
const earthMetres = 40_075_017;
/** The whole world at zoom 0. */
const worldPixels = 512;

/** The radius on the map of a distance on the ground. */
export function reachPixels(metres: number, latitude: number, zoom: number): number {
  const metresPerPixel = (earthMetres * Math.cos((latitude * Math.PI) / 180)) / (worldPixels * 2 ** zoom);
  return metres / metresPerPixel;
}

export function isInBounds([longitude, latitude]: LngLat, [west, south, east, north]: Bounds): boolean {
  return longitude >= west && longitude <= east && latitude >= south && latitude <= north;
}
