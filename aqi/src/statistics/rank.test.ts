import fc from 'fast-check';
import { expect, it } from 'vitest';
import { rankDescending } from './rank.ts';

it('gives equal values one rank, counts them all in the next, and leaves out missing ones', () => {
  expect(rankDescending([50, 80, null, 80, 20, 0])).toEqual([3, 1, null, 1, 4, 5]);
  expect(rankDescending([])).toEqual([]);
});

it('is one more than the number of higher values', () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.integer({ min: 0, max: 20 }))), (values) => {
      const expected = values.map((value) =>
        value === null ? null : 1 + values.filter((other) => other !== null && other > value).length,
      );
      expect(rankDescending(values)).toEqual(expected);
    }),
  );
});
