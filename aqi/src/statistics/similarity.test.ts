import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { correlateAll, orderBySimilarity } from './similarity.ts';

describe('a correlation matrix', () => {
  it('puts series side by side that rise and fall together', () => {
    const hours = Array.from({ length: 48 }, (_, hour) => hour);
    const wave = (shift: number) => hours.map((hour) => Math.sin((hour + shift) / 4));
    const noise = hours.map((hour) => ((hour * 7919) % 13) / 13);
    const { order, r } = correlateAll([wave(0), noise, wave(0.5), wave(12), wave(12.4)]);
    expect(r[0]?.[0]).toBeCloseTo(1, 12);
    expect(Math.abs(order.indexOf(0) - order.indexOf(2))).toBe(1);
    expect(Math.abs(order.indexOf(3) - order.indexOf(4))).toBe(1);
  });

  it('counts the times that two series share', () => {
    expect(
      correlateAll([
        [1, 2, null, 4],
        [2, null, 1, 5],
      ]).counts,
    ).toEqual([
      [3, 2],
      [2, 3],
    ]);
  });

  it('orders each series exactly once', () => {
    const matrix = fc.integer({ min: 0, max: 8 }).chain((size) =>
      fc.array(
        fc.array(fc.option(fc.double({ min: -1, max: 1, noNaN: true })), {
          minLength: size,
          maxLength: size,
        }),
        { minLength: size, maxLength: size },
      ),
    );
    fc.assert(
      fc.property(matrix, (r) => {
        expect(orderBySimilarity(r).toSorted((a, b) => a - b)).toEqual(r.map((_, position) => position));
      }),
    );
  });
});
