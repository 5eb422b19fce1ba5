import { describe, expect, it } from 'vitest';
import { drawLine } from './draw-line.rule.ts';

const at = (moment: number, value: number | null = moment) => ({ at: moment, value });

describe('the line of a preview', () => {
  it('keeps the lowest and highest value of each step', () => {
    expect(drawLine([at(1, 5), at(3, 9), at(8, 2), at(12, 4)], 10, 10)).toEqual({
      at: [0, 10],
      low: [2, 4],
      high: [9, 4],
    });
  });

  it('is broken where values are missing', () => {
    expect(drawLine([at(1, 5), at(50, 9)], 10, 20)).toEqual({
      at: [0, 11, 50],
      low: [5, null, 9],
      high: [5, null, 9],
    });
  });

  it('leaves out moments without a number', () => {
    expect(drawLine([at(1, null), at(2, null)], 10, 10)).toEqual({ at: [], low: [], high: [] });
  });
});
