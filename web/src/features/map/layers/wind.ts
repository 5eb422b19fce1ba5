import { isStale } from '../../../air/freshness.ts';
import type { MapSite, Place } from '../map-site.ts';
import type { MapChannel } from '../shade.ts';

export interface Wind {
  place: Place;
  /** Where the air goes, in degrees from north. */
  heading: number;
  /** Metres a second; null where only the direction is measured. */
  speed: number | null;
}

const speedCode = 'WS';
/** Metres a second; a vane that the air does not move points anywhere. */
const calmBelow = 0.3;

/** The winds that are measured now, at sites that have a place. */
export function findWinds(sites: Iterable<MapSite>, channels: readonly MapChannel[], now: number): Wind[] {
  const direction = channels.find(({ dataType }) => dataType === 'direction')?.code;
  if (direction === undefined) return [];
  return [...sites].flatMap((site): Wind[] => {
    const from = site.values.get(direction);
    if (!site.place || from?.value == null || isStale(from.ts, site.interval, now)) return [];
    const speed = site.values.get(speedCode)?.value ?? null;
    if (speed !== null && speed < calmBelow) return [];
    return [{ place: site.place, heading: (from.value + 180) % 360, speed }];
  });
}

/** Arrows that do not lie on each other: the first of each square of the screen stands for its neighbours. */
export function thinOut<P extends { x: number; y: number }>(points: readonly P[], apart: number): P[] {
  const taken = new Set<string>();
  return points.filter(({ x, y }) => {
    const square = `${Math.floor(x / apart)} ${Math.floor(y / apart)}`;
    if (taken.has(square)) return false;
    taken.add(square);
    return true;
  });
}
