import type { LngLat } from '../../map/map.ts';

/** The place two fields of a form say, as stored or as typed so far; none while they do not say one. */
export function readPlace(longitude: unknown, latitude: unknown): LngLat | undefined {
  const [east, north] = [readDegrees(longitude, 180), readDegrees(latitude, 90)];
  return east === undefined || north === undefined ? undefined : [east, north];
}

function readDegrees(value: unknown, limit: number): number | undefined {
  const degrees = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof degrees === 'number' && Math.abs(degrees) <= limit ? degrees : undefined;
}

/** A tenth of a metre is more than anybody means. */
export function roundPlace([longitude, latitude]: LngLat): LngLat {
  const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6;
  return [round(longitude), round(latitude)];
}
