import type { MapSite } from '../map-site.ts';

export const isSameSite = (one: MapSite, other: MapSite): boolean => isSame(one, other);

/** Compares plain objects, arrays and maps by their content. */
function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (!isObject(one) || !isObject(other)) return false;
  if (isMap(one) && isMap(other)) {
    return one.size === other.size && Array.from(one).every(([key, value]) => isSame(value, other.get(key)));
  }
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => isSame(one[name], other[name]));
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** A `LateMap` is no `Map`. */
const isMap = (value: object): value is ReadonlyMap<unknown, unknown> =>
  'size' in value && Symbol.iterator in value;
