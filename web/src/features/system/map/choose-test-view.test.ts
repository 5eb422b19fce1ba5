import { expect, it } from 'vitest';
import { beijingView, viewDensest } from './choose-test-view.ts';

it('tests tiles where most sites are', () => {
  const longitude = [116.4, 4.83, 4.84, 4.85, null];
  const latitude = [39.9, 45.76, 45.77, 45.75, null];
  const { center, zoom } = viewDensest({ longitude, latitude });
  expect(center[0]).toBeCloseTo(4.84, 2);
  expect(center[1]).toBeCloseTo(45.76, 2);
  expect(zoom).toBe(10);
});

it('tests tiles in Beijing if no site has a place', () => {
  expect(viewDensest({ longitude: [], latitude: [] })).toEqual(beijingView);
  expect(viewDensest({ longitude: [null], latitude: [null] })).toEqual(beijingView);
});
