import { fail } from '@limpid/contract/errors';

interface Coordinates {
  longitude?: number | null;
  latitude?: number | null;
}

/** Longitude and latitude are given together or not at all. */
export function checkCoordinates(values: Coordinates, before: Coordinates | undefined): void {
  const { longitude, latitude }: Coordinates = { ...before, ...values };
  if ((longitude ?? null) === null && (latitude ?? null) === null) return;
  if ((longitude ?? null) === null) fail('coordinate.pair', {}, 'longitude');
  if ((latitude ?? null) === null) fail('coordinate.pair', {}, 'latitude');
}
