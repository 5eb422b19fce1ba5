import type { MapHours } from '@limpid/contract/map/hours';
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

interface WindHours {
  direction: MapHours;
  /** Undefined until it has arrived, and where no speed is measured. */
  speed: MapHours | undefined;
}

/** The channel of the wind's direction. */
export function findDirectionCode(channels: readonly Channel[]): string | undefined {
  return channels.find(({ dataType }) => dataType === 'direction')?.code;
}

/** The winds in an hour of the time-lapse: the means of the hour, in which directions are averaged by vectors. */
export function findHourWinds(
  sites: Iterable<MapSite>,
  { direction, speed }: WindHours,
  moment: number,
): Wind[] {
  const [directions, speeds] = [readHour(direction, moment), speed && readHour(speed, moment)];
  return [...sites].flatMap((site): Wind[] =>
    toWind(site.place, directions.get(site.siteId), speeds?.get(site.siteId) ?? null),
  );
}

function readHour({ hours, sites, values }: MapHours, moment: number): Map<number, number | null> {
  const row = values[hours.indexOf(moment)] ?? [];
  return new Map(sites.map((siteId, at) => [siteId, row[at] ?? null]));
}

function toWind(place: LngLat | null, from: number | null | undefined, speed: number | null): Wind[] {
  if (!place || from == null || (speed !== null && speed < calmBelow)) return [];
  return [{ place, heading: (from + 180) % 360, speed }];
}

/** The current winds at sites that have coordinates. */
export function findWinds(sites: Iterable<MapSite>, channels: readonly Channel[], now: number): Wind[] {
  const direction = findDirectionCode(channels);
  if (direction === undefined) return [];
  return [...sites].flatMap((site): Wind[] => {
    const [from, speed] = [site.values.get(direction), site.values.get(windSpeedCode)];
    const isOld = (value: typeof from) => value && isValueStale(value.ts, site.interval, now);
    if (!from || isOld(from) || isOld(speed)) return [];
    return toWind(site.place, from.value, speed?.value ?? null);
  });
}

/**
 * Where an arrow starts just beside its marker, in pixels against its heading: downwind, but never below the marker, where
 * the name of the site is.
 */
export function startArrow(heading: number, length: number, markerRadius: number): number {
  const isDownwards = heading > 90 && heading < 270;
  const reach = markerRadius + 1;
  return isDownwards ? reach + length : -reach;
}

type Pixel = readonly [x: number, y: number];

/** Whether an arrow from one pixel to another lies over a marker, even partly. */
export function coversMarker(
  [from, to]: readonly [Pixel, Pixel],
  markers: readonly Pixel[],
  radius: number,
): boolean {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = dx * dx + dy * dy || 1;
  return markers.some(([x, y]) => {
    const part = Math.min(1, Math.max(0, ((x - from[0]) * dx + (y - from[1]) * dy) / length));
    return Math.hypot(from[0] + part * dx - x, from[1] + part * dy - y) < radius;
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
