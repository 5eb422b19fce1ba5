import { expect, it } from 'vitest';
import { findNearestReference } from './nearest-reference.ts';
import type { MapReference } from './reference.ts';

/** Only what the rule reads. */
const station = (code: string, place: [number, number]) => ({ code, place }) as unknown as MapReference;
const stations = [
  station('far', [118, 31.8]),
  station('near', [117.25, 31.83]),
  station('next', [117.4, 31.9]),
];

it.each([
  [[117.23, 31.82], 'near'],
  [[117.39, 31.9], 'next'],
  [[100, 31.8], undefined],
] as [[number, number], string | undefined][])('finds the station nearest to %j: %s', (here, code) => {
  expect(findNearestReference(stations, here)?.reference.code).toBe(code);
});

it('finds none among none', () => {
  expect(findNearestReference([], [0, 0])).toBeUndefined();
});
