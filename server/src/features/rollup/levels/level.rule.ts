import { standards } from '@limpid/aqi/standards';
import type { StandardName } from '@limpid/aqi/standards/standard';
import type { MapIndex } from '@limpid/contract/map/site-update';

/** Both editions of the Chinese standard have the same levels. */
const standardOf: Record<MapIndex, StandardName> = {
  china: 'HJ 633-2026',
  us: 'US EPA',
  europe: 'EU',
  atmo: 'ATMO',
};

/** The level of an index from 1 (best) to 6. */
export function findIndexLevel(index: MapIndex, aqi: number | null): number | null {
  if (aqi === null) return null;
  const { levels } = standards[standardOf[index]];
  return levels.find(({ max }) => max === null || aqi <= max)?.level ?? null;
}

/** The upper bounds of the levels of an index; the last level is open. */
export function listIndexBounds(index: MapIndex): number[] {
  return standards[standardOf[index]].levels.flatMap(({ max }) => max ?? []);
}

/** The pollutants that an index is computed from. */
export function listIndexPollutants(index: MapIndex): ReadonlySet<string> {
  const { hourly, daily } = standards[standardOf[index]].modes;
  return new Set([...hourly, ...daily].map(({ pollutant }) => pollutant));
}

/** Every index has as many. */
export const levelCount = 6;
