import { distanceKm } from '../../../map/distance.ts';
import type { LngLat } from '../../../map/map.ts';
import type { MapReference } from './reference.ts';

/** Air further away is another. */
const farthestKm = 50;

export interface NearReference {
  reference: MapReference;
  km: number;
}

/** The reference station nearest to a place; undefined if none is within 50 km. */
export function findNearestReference(
  references: readonly MapReference[],
  here: LngLat,
): NearReference | undefined {
  let nearest: NearReference | undefined;
  for (const reference of references) {
    const km = distanceKm(here, reference.place);
    if (km <= farthestKm && (!nearest || km < nearest.km)) nearest = { reference, km };
  }
  return nearest;
}
