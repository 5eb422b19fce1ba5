import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  computeMean,
  divideNearest,
  divideUp,
  type Rounding,
  roundHalfEven,
  scaleDecimal,
} from './decimal.ts';

/** A slow reference: the decimal text as a fraction of integers. */
function scaleByFractions(value: number, decimals: number, rounding: Rounding): bigint {
  const [mantissa = '', exponent = '0'] = String(Math.abs(value)).split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const power = Number(exponent) - fraction.length + decimals;
  const numerator = BigInt(whole + fraction) * 10n ** BigInt(Math.max(0, power));
  const denominator = 10n ** BigInt(Math.max(0, -power));
  const floor = numerator / denominator;
  const twice = 2n * (numerator % denominator);
  const up = twice > denominator || (twice === denominator && floor % 2n === 1n);
  const magnitude = rounding === 'half-even' && up ? floor + 1n : floor;
  return value < 0 ? -magnitude : magnitude;
}

describe('rounding half to even', () => {
  it.each([
    [2.5, 0, 2],
    [3.5, 0, 4],
    [0.25, 1, 0.2],
    [60.5, 0, 60],
    [61.5, 0, 62],
    [2.5000001, 0, 3],
    [1.005, 2, 1],
    [1.015, 2, 1.02],
    [0.15, 1, 0.2],
    [-2.5, 0, -2],
    [-0.4, 0, 0],
    [5e-7, 6, 0],
    [6e-7, 6, 0.000001],
    [1e-300, 3, 0],
    [1e22, 1, 1e22],
  ])('rounds %d to %d decimals as %d', (value, decimals, rounded) => {
    expect(roundHalfEven(value, decimals)).toBe(rounded);
  });

  it('agrees with integer fractions for every double', () => {
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.integer({ min: 0, max: 4 }),
        fc.constantFrom<Rounding>('half-even', 'truncate'),
        (value, decimals, rounding) => {
          const exact = scaleByFractions(value, decimals, rounding);
          const scaled = scaleDecimal(value, decimals, rounding);
          if (Number.isFinite(scaled)) expect(BigInt(scaled)).toBe(exact);
          else expect(exact * exact > BigInt(Number.MAX_SAFE_INTEGER) ** 2n).toBe(true);
        },
      ),
      { numRuns: 3000 },
    );
  });

  it('agrees with integer fractions for measured values, halves included', () => {
    const measured = fc.tuple(fc.integer({ min: -99_999, max: 9_999_999 }), fc.integer({ min: 0, max: 3 }));
    fc.assert(
      fc.property(measured, fc.integer({ min: 0, max: 2 }), ([digits, places], decimals) => {
        const value = digits / 10 ** places;
        expect(BigInt(scaleDecimal(value, decimals, 'half-even'))).toBe(
          scaleByFractions(value, decimals, 'half-even'),
        );
      }),
      { numRuns: 3000 },
    );
  });
});

describe('exact quotients', () => {
  it('rounds up only if there is a remainder', () => {
    expect(divideUp(10, 5)).toBe(2);
    expect(divideUp(11, 5)).toBe(3);
    expect(divideUp(0, 7)).toBe(0);
  });

  it('rounds to the nearest integer, halves up', () => {
    expect(divideNearest(7, 2)).toBe(4);
    expect(divideNearest(10, 4)).toBe(3);
    expect(divideNearest(9, 4)).toBe(2);
  });
});

describe('a mean', () => {
  it('is the mean of the decimals, not of their binary neighbours', () => {
    expect(computeMean([0.1, 0.2, 0.3])).toBe(0.2);
    expect(computeMean(Array.from({ length: 12 }, () => 35.4))).toBe(35.4);
    expect(computeMean([160, 161])).toBe(160.5);
  });

  it('is null without values, and finite for extreme values', () => {
    expect(computeMean([])).toBeNull();
    expect(computeMean([Number.MAX_VALUE, Number.MAX_VALUE])).toBe(Number.MAX_VALUE);
    expect(computeMean([1 / 3, 1 / 3])).toBeCloseTo(1 / 3, 15);
  });
});
