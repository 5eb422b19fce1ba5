import { expect, it } from 'vitest';
import { clampLatitude, nearestCopy } from './mercator.ts';

it.each([
  [90, 85],
  [-90, -85],
  [39.9, 39.9],
])('draws latitude %d at %d', (latitude, drawn) => expect(clampLatitude(latitude)).toBe(drawn));

it.each([
  [-179.99, 179.99, 180.01],
  [179.99, -179.99, -180.01],
  [4.8, 116, 4.8],
  [-179, 541, 541],
])('shows %d from %d as %d', (longitude, from, seen) =>
  expect(nearestCopy(longitude, from)).toBeCloseTo(seen, 9),
);
