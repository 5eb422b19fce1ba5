import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeCityMean, groupByCity, hasEnoughStations } from './city.rule.ts';

describe('the mean of a city', () => {
  it.each([
    { values: [10, 20, 30, null], percent: 75, mean: 20, valid: 3 },
    { values: [10, 20, null, null], percent: 75, mean: null, valid: 2 },
    { values: [10, 20, null, undefined], percent: 50, mean: 15, valid: 2 },
    { values: [7], percent: 100, mean: 7, valid: 1 },
    { values: [null], percent: 1, mean: null, valid: 0 },
    { values: [], percent: 1, mean: null, valid: 0 },
    { values: [0, 0, 0], percent: 75, mean: 0, valid: 3 },
    { values: [0.1, 0.2, 0.3], percent: 75, mean: 0.2, valid: 3 },
  ])('of $values with $percent % is $mean', ({ values, percent, mean, valid }) => {
    expect(computeCityMean(values, percent)).toEqual({ mean, valid });
  });

  it('needs exactly the share of stations, at the limit too', () => {
    expect([8, 9].map((valid) => hasEnoughStations(valid, 12, 75))).toEqual([false, true]);
    expect([2, 3].map((valid) => hasEnoughStations(valid, 3, 67))).toEqual([false, true]);
  });

  const numbers = fc.array(fc.option(fc.integer({ min: 0, max: 1000 })), { maxLength: 30 });

  it('lies between its stations, does not depend on their order, and exists if the share is reached', () => {
    fc.assert(
      fc.property(numbers, fc.integer({ min: 1, max: 100 }), (values, percent) => {
        const { mean, valid } = computeCityMean(values, percent);
        const measured = values.filter((value) => value !== null);
        expect(valid).toBe(measured.length);
        expect(computeCityMean(values.toReversed(), percent)).toEqual({ mean, valid });
        expect(mean !== null).toBe(valid > 0 && valid / values.length >= percent / 100);
        if (mean === null) return;
        expect(mean).toBeGreaterThanOrEqual(Math.min(...measured));
        expect(mean).toBeLessThanOrEqual(Math.max(...measured));
      }),
    );
  });
});

describe('the cities of stations', () => {
  const at = (city: string | null, province: string | null, longitude: number | null = 1) => ({
    city,
    province,
    longitude,
    latitude: longitude === null ? null : 10,
  });

  it('keep cities of one name in two provinces apart', () => {
    const cities = groupByCity([at('B', 'Y'), at('B', 'X'), at('A', null), at('', 'X'), at(null, null)]);
    expect(cities.map(({ name, province, stations }) => [name, province, stations.length])).toEqual([
      ['A', '', 1],
      ['B', 'X', 1],
      ['B', 'Y', 1],
    ]);
  });

  it('take in stations without a province if only one province has the city', () => {
    const count = (...stations: ReturnType<typeof at>[]) =>
      groupByCity(stations).map(({ province, stations: all }) => [province, all.length]);
    expect(count(at('B', null), at('B', 'X'))).toEqual([['X', 2]]);
    expect(count(at('B', null), at('B', 'X'), at('B', 'Y'))).toEqual([
      ['', 1],
      ['X', 1],
      ['Y', 1],
    ]);
  });

  it('lie in the middle of their stations, also across the antimeridian', () => {
    const middle = (...longitudes: (number | null)[]) =>
      groupByCity(longitudes.map((longitude) => at('B', null, longitude)))[0]?.longitude;
    expect(middle(116, 118, null)).toBe(117);
    expect(middle(179, -177)).toBe(-179);
    expect(middle(null)).toBeNull();
  });
});
