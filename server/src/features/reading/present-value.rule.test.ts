import { roundHalfEven } from '@limpid/aqi/decimal';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { presentValue, shortenFloat } from './present-value.rule.ts';

it('removes digits beyond the precision of 32-bit floats', () => {
  expect(presentValue(0.1 + 0.2)).toBe(0.3);
  expect(presentValue(Math.fround(28.7))).toBe(28.7);
  expect(presentValue(Math.fround(1013.37))).toBe(1013.37);
  expect(presentValue(Math.fround(100_000.37))).toBe(100_000.4);
  expect(presentValue(-0)).toBe(0);
  expect(presentValue(Number.NaN)).toBeNaN();
});

it('keeps seven significant digits, whatever the decimals of the channel are', () => {
  expect(presentValue(35 / 3)).toBe(11.666_67);
  expect(presentValue(0.001_234_567_89)).toBe(0.001_234_568);
  expect(presentValue(-12_345_678.9)).toBe(-12_345_680);
  expect(presentValue(16_777_216)).toBe(16_777_216);
  fc.assert(
    fc.property(
      fc.integer({ min: -9_999_999, max: 9_999_999 }),
      fc.integer({ min: 0, max: 7 }),
      (digits, decimals) => {
        const value = Number((digits / 10 ** decimals).toFixed(decimals));
        expect(presentValue(Math.fround(value))).toBe(value === 0 ? 0 : value);
      },
    ),
  );
});

it('leaves the rounding to the display: 35.496 is shown as 35, not as 36 by way of 35.5', () => {
  const stored = Math.fround(35.496);
  expect(presentValue(stored)).toBe(35.496);
  expect(roundHalfEven(presentValue(stored), 0)).toBe(35);
});

it('a shortened number has the fewest digits that give the same 32-bit float', () => {
  const shortest = (stored: number) => {
    for (let digits = 1; digits < 9; digits++) {
      const short = Number(stored.toPrecision(digits));
      if (Math.fround(short) === stored) return short;
    }
    return Number(stored.toPrecision(9));
  };
  const decimals = fc.tuple(fc.integer({ min: -9_999_999, max: 9_999_999 }), fc.integer({ min: 0, max: 7 }));
  // Numbers below the least normal float have fewer than six digits.
  const float = fc.float({ noNaN: true, noDefaultInfinity: true });
  const anyNumber = fc.oneof(
    float.filter((value) => value === 0 || Math.abs(value) >= 2 ** -126),
    decimals.map(([digits, places]) => digits / 10 ** places),
  );
  fc.assert(
    fc.property(anyNumber, (value) => {
      const stored = Math.fround(value);
      expect(shortenFloat(stored)).toBe(shortest(stored) + 0);
    }),
    { numRuns: 2000 },
  );
  expect(shortenFloat(Number.NaN)).toBeNaN();
  expect(shortenFloat(0.1 + 0.2)).toBe(0.3);
});
