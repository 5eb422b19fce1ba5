import type { Bounds, LngLat } from './map.ts';

/** The smallest bounds that contain all places; across the date line its east is beyond 180 degrees. */
export function computeBounds(places: readonly LngLat[]): Bounds | undefined {
  if (places.length === 0) return undefined;
  const latitudes = places.map(([, latitude]) => latitude);
  const longitudes = places.map(([longitude]) => longitude).toSorted((a, b) => a - b);
  const [first = 0, last = 0] = [longitudes[0], longitudes.at(-1)];
  let [west, east] = [first, last];
  for (const [place, longitude] of longitudes.entries()) {
    const next = longitudes[place + 1];
    if (next !== undefined && next - longitude > 360 - (east - west)) [west, east] = [next, longitude + 360];
  }
  return [west, Math.min(...latitudes), east, Math.max(...latitudes)];
}
