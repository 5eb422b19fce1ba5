import { number } from '../kit/field.ts';

/** WGS-84 in degrees; both or neither. */
export const longitude = number({
  min: -180,
  max: 180,
  decimals: 6,
  problem: 'coordinate.longitude',
  notIn: ['table'],
});
export const latitude = number({
  min: -90,
  max: 90,
  decimals: 6,
  problem: 'coordinate.latitude',
  notIn: ['table'],
});

/** Parses a pair as maps provide it, longitude first: `116.404, 39.915`. Undefined if it is invalid. */
export function parseCoordinatePair(text: string): { longitude: number; latitude: number } | undefined {
  const found = /^\s*([+-]?\d{1,3}(?:\.\d+)?)(?:\s*[,，;；]\s*|\s+)([+-]?\d{1,3}(?:\.\d+)?)\s*$/.exec(text);
  if (!found) return undefined;
  return { longitude: Number(found[1]), latitude: Number(found[2]) };
}
