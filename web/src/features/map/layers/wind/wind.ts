import { type Channel, windSpeedCode } from '../../../../air/channel.ts';
import { isValueStale } from '../../../../air/freshness.ts';
import type { LngLat } from '../../../../map/map.ts';
import type { MapSite } from '../../map-site.ts';

export interface Wind {
  place: LngLat;
  /** The direction the wind blows to, in degrees from north. */
  heading: number;
  /** Metres a second; null where only the direction is measured. */
  speed: number | null;
}

/** Metres a second; below that a vane does not follow the wind. */
const calmBelow = 0.3;

/** The current winds at sites that have coordinates. */
export function findWinds(sites: Iterable<MapSite>, channels: readonly Channel[], now: number): Wind[] {
  const direction = channels.find(({ dataType }) => dataType === 'direction')?.code;
  if (direction === undefined) return [];
  return [...sites].flatMap((site): Wind[] => {
    const from = site.values.get(direction);
    if (!site.place || from?.value == null || isValueStale(from.ts, site.interval, now)) return [];
    const speed = site.values.get(windSpeedCode)?.value ?? null;
    if (speed !== null && speed < calmBelow) return [];
    return [{ place: site.place, heading: (from.value + 180) % 360, speed }];
  });
}

/** Keeps one point per square of the screen, so that arrows do not overlap. */
export function thinOut<P extends { x: number; y: number }>(points: readonly P[], apart: number): P[] {
  const taken = new Set<string>();
  return points.filter(({ x, y }) => {
    const square = `${Math.floor(x / apart)} ${Math.floor(y / apart)}`;
    if (taken.has(square)) return false;
    taken.add(square);
    return true;
  });
}
