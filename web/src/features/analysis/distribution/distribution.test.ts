import { expect, it } from 'vitest';
import { colourLevels } from '../../../air/level.ts';
import { toStatisticPoints } from './statistic-points.ts';
import { chooseClasses, divideEvenly } from './value-classes.ts';

const steps = colourLevels(
  [
    { upTo: 35, colour: '#00e400', name: 'Excellent' },
    { upTo: null, colour: '#ffff00', name: 'Good' },
  ],
  false,
);

it('colours values by the levels of the channel, else by equal classes', () => {
  expect(chooseClasses([1, 2], { steps, decimals: 0 })).toBe(steps);
  const even = chooseClasses([0, 60], { steps: [], decimals: 0 });
  expect(even.map(({ upTo }) => upTo)).toEqual([10, 20, 30, 40, 50, null]);
});

it.each([
  [[], [null]],
  [[7, 7], [null]],
  [
    [1, 2],
    [1, null],
  ],
])('has as many classes as the decimals can tell apart: %j', (values, bounds) => {
  expect(divideEvenly(values, 0).map(({ upTo }) => upTo)).toEqual(bounds);
});

it('draws sites with coordinates; one without a value is hollow', () => {
  const place = { longitude: 120, latitude: 30 };
  const site = { siteId: 1, siteName: 'A', ...place, simulated: false, count: 3, flags: null };
  const points = toStatisticPoints(
    [
      { ...site, value: 35.4 },
      { ...site, siteId: 2, value: 36 },
      { ...site, siteId: 3, value: null },
      { ...site, siteId: 4, longitude: null, value: 9 },
    ],
    { steps, decimals: 0, format: String },
  );
  expect(points.map(({ id, fill, isStale }) => [id, fill, isStale])).toEqual([
    [1, '#00e400', false],
    [2, '#ffff00', false],
    [3, '#d5dbe3', true],
  ]);
  expect(points[1]?.weight).toBeGreaterThan(points[0]?.weight ?? 0);
  const cold = [-12.3, -2.1, 0].map((value, at) => ({ ...site, siteId: at, value }));
  const weights = toStatisticPoints(cold, { steps: [], decimals: 1, format: String }).map(
    ({ weight }) => weight,
  );
  expect(weights.toSorted((one, other) => one - other)).toEqual(weights);
  expect(new Set(weights).size).toBe(3);
});
