import { describe, expect, it } from 'vitest';
import { joinPeriods } from './preview-option.ts';

describe('periods of a preview', () => {
  it('are at least so wide that they can be seen, and end with the preview', () => {
    expect(joinPeriods([{ from: 10, to: 11 }], 5, 100)).toEqual([[10, 15]]);
    expect(joinPeriods([{ from: 98, to: 99 }], 5, 100)).toEqual([[98, 100]]);
    expect(joinPeriods([{ from: 50, to: null }], 5, 100)).toEqual([[50, 100]]);
  });

  it('that touch each other are drawn once, so that the values stay visible behind them', () => {
    const periods = [
      { from: 10, to: 11 },
      { from: 12, to: 13 },
      { from: 17, to: 30 },
      { from: 40, to: 41 },
    ];
    expect(joinPeriods(periods, 5, 100)).toEqual([
      [10, 30],
      [40, 45],
    ]);
  });
});
