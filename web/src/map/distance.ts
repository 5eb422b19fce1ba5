import type { LngLat } from './map.ts';

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
