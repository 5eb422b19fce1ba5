import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeBoxPlot, summarise } from './summary.ts';

describe('the summary of a column', () => {
  it('leaves missing values out and finds the first maximum', () => {
    expect(summarise([3, null, 9, Number.NaN, 6, 9])).toEqual({
      count: 4,
      min: 3,
      mean: 6.75,
      max: 9,
      p50: 7.5,
      p90: 9,
      p98: 9,
      maxAt: 2,
    });
  });

  it('has no figures without values', () => {
    expect(summarise([null])).toEqual({
      count: 0,
      min: null,
      mean: null,
      max: null,
      p50: null,
      p90: null,
      p98: null,
      maxAt: null,
    });
  });
});

describe('a box plot', () => {
  it('ends its whiskers within 1.5 interquartile ranges and lists the rest', () => {
    expect(makeBoxPlot([1, 2, 3, 4, 5, 6, 7, 8, 9, 100])).toEqual({
      count: 10,
      lowerWhisker: 1,
      lowerQuartile: 3.25,
      median: 5.5,
      upperQuartile: 7.75,
      upperWhisker: 9,
      outliers: [100],
    });
    expect(makeBoxPlot([null])).toBeNull();
  });

  it('keeps its parts in order and every value in exactly one of them', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 1 }), (values) => {
        const box = makeBoxPlot(values);
        if (!box) throw new Error('values without a box plot');
        const parts = [box.lowerWhisker, box.lowerQuartile, box.median, box.upperQuartile, box.upperWhisker];
        expect(parts).toEqual(parts.toSorted((a, b) => a - b));
        const inside = values.filter((value) => value >= box.lowerWhisker && value <= box.upperWhisker);
        expect(inside.length + box.outliers.length).toBe(values.length);
      }),
    );
  });
});
