/** This kind of map has no poles: what is there stays at its edge. */
export function clampLatitude(latitude: number): number {
  return Math.max(-85, Math.min(85, latitude));
}

/** The same meridian on the copy of the world that is nearest to another, so that neighbours across the date line are. */
export function nearestCopy(longitude: number, to: number): number {
  return longitude + 360 * Math.round((to - longitude) / 360);
}
