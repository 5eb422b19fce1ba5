import type { LngLat } from '../../map/map.ts';

/** The place in two form fields, stored or typed; undefined while they are incomplete. */
export function readPlace(longitude: unknown, latitude: unknown): LngLat | undefined {
  const [east, north] = [readDegrees(longitude, 180), readDegrees(latitude, 90)];
  return east === undefined || north === undefined ? undefined : [east, north];
}

function readDegrees(value: unknown, limit: number): number | undefined {
  const degrees = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof degrees === 'number' && Math.abs(degrees) <= limit ? degrees : undefined;
}

/** Six decimals, about a tenth of a metre. */
export function roundPlace([longitude, latitude]: LngLat): LngLat {
  const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6;
  return [round(longitude), round(latitude)];
}
