/** The largest zoom of a map. */
export const maxMapZoom = 18;

/** At higher zooms no marker stands for several places. */
export const clusterMaxZoom = 12;

/** Markers closer than this many pixels are clustered, on a desktop. */
export const clusterRadius = 46;

/** The width of the world at zoom 0, in pixels. */
export const worldPixels = 512;

/** Mercator has no poles: latitudes are clamped to its edge. */
export function clampLatitude(latitude: number): number {
  return Math.max(-85, Math.min(85, latitude));
}

/** Shifts a longitude by whole turns to be nearest to another, so that neighbours across the date line are close. */
export function nearestCopy(longitude: number, to: number): number {
  return longitude + 360 * Math.round((to - longitude) / 360);
}

/** Converts longitude and latitude to Mercator coordinates from 0 to 1. */
export function toWorld([longitude, latitude]: readonly [number, number]): [x: number, y: number] {
  const sine = Math.sin((clampLatitude(latitude) * Math.PI) / 180);
  return [longitude / 360 + 0.5, 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)];
}

/** Converts Mercator coordinates back to longitude and latitude. */
export function fromWorld(x: number, y: number): [longitude: number, latitude: number] {
  const latitude = (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI;
  return [(x - 0.5) * 360, latitude];
}
