import { expect, it } from 'vitest';
import { joinValues, openJoinedValues } from './join-days.rule.ts';

const day = '2026-07-01';

/** Ozone of several stations on one day, of which so many measure it. */
function joinOzone(values: readonly number[], able: number) {
  const joined = openJoinedValues([day]);
  for (const value of values)
    joined.add([{ day, aqi: null, primary: [], reference: false, values: { O3: { value, valid: true } } }]);
  const [found] = joinValues(joined, (pollutant) => ({
    ableOn: () => (pollutant === 'O3' ? able : 0),
    minPercent: 75,
  }));
  return found;
}

it('judges the exact mean, not the binary number beside it', () => {
  // The mean of these is exactly 160.5, which rounds to the even 160: no exceedance.
  const found = joinOzone([989 / 6, 947 / 6, 953 / 6], 3);
  expect(found).toMatchObject({ aqi: 100, values: { O3: { value: 160.5, valid: true } } });
});

it('needs the share of those that measure the pollutant on that day', () => {
  expect(joinOzone([100, 100, 100], 4)?.values.O3).toEqual({ value: 100, valid: true });
  expect(joinOzone([100, 100, 100], 5)).toMatchObject({ aqi: null, values: { O3: { valid: false } } });
});
