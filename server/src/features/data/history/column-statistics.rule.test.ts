import { describe, expect, it } from 'vitest';
import {
  addValue,
  openColumn,
  scaleOf,
  summariseColumn,
  type ValueColumn,
} from './column-statistics.rule.ts';

function makeColumn(values: readonly number[]): ValueColumn {
  const column = openColumn();
  for (const [ts, value] of values.entries()) addValue(column, value, 1, ts);
  return column;
}

describe('the statistics of a column', () => {
  it('are those of HJ 663', () => {
    const column = makeColumn([11, 3, 5, 9, 7]);
    expect(summariseColumn(column, 'linear')).toEqual({
      count: 5,
      dropped: 0,
      min: 3,
      mean: 7,
      p50: 7,
      // Rank 1 + 4 · 0.9 = 4.6 of 3, 5, 7, 9, 11.
      p90: expect.closeTo(10.2, 10),
      p98: expect.closeTo(10.84, 10),
      max: 11,
      maxAt: { siteId: 1, ts: 0 },
    });
  });

  it('name the first of several maxima, whatever the order of sites', () => {
    const column = openColumn();
    addValue(column, 8, 1, 500);
    addValue(column, 8, 2, 300);
    addValue(column, 8, 3, 400);
    expect(summariseColumn(column, 'linear').maxAt).toEqual({ siteId: 2, ts: 300 });
  });

  it('average sound by energy', () => {
    expect(summariseColumn(makeColumn([80, 60]), 'soundLevel').mean).toBeCloseTo(77.03, 2);
  });

  it('only count directions and states, and empty columns', () => {
    const none = { min: null, mean: null, p50: null, p90: null, p98: null, max: null, maxAt: null };
    expect(summariseColumn(makeColumn([350, 10]), scaleOf('direction'))).toEqual({
      count: 2,
      dropped: 0,
      ...none,
    });
    expect(summariseColumn(openColumn(), scaleOf('number'))).toEqual({ count: 0, dropped: 0, ...none });
  });
});
