import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sharePercent } from './share-percent.ts';

it('gives missing units to the largest remainders', () => {
  expect(sharePercent([1, 1, 1])).toEqual([34, 33, 33]);
  expect(sharePercent([2, 2, 2, 1])).toEqual([29, 29, 28, 14]);
  expect(sharePercent([1, 1, 1], 1)).toEqual([33.4, 33.3, 33.3]);
  expect(sharePercent([0, 5])).toEqual([0, 100]);
});

it('returns zeros for a total of zero', () => {
  expect(sharePercent([0, 0])).toEqual([0, 0]);
  expect(sharePercent([])).toEqual([]);
});

it('adds up to 100, with an error below one unit and nothing for zero', () => {
  const counts = fc.array(fc.nat(100_000), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(counts, fc.constantFrom(0, 1), (some, digits) => {
      const total = some.reduce((sum, count) => sum + count, 0);
      fc.pre(total > 0);
      const shares = sharePercent(some, digits);
      const unit = 10 ** -digits;
      expect(Math.round(shares.reduce((sum, share) => sum + share, 0) * 10)).toBe(1000);
      for (const [place, count] of some.entries()) {
        expect(Math.abs((shares[place] ?? 0) - (100 * count) / total)).toBeLessThan(unit);
        if (count === 0) expect(shares[place]).toBe(0);
      }
    }),
  );
});
