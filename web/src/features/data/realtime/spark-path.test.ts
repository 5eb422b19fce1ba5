import { describe, expect, it } from 'vitest';
import { drawSpark } from './spark-path.ts';

const box = { width: 22, height: 12, margin: 1 };

describe('the line of the last hours', () => {
  it('spans the box from the lowest to the highest value', () => {
    expect(drawSpark([0, 10, 5], box)).toEqual({
      path: 'M1 11L11 1L21 6',
      end: { x: 21, y: 6 },
      low: 0,
      high: 10,
    });
  });

  it('has gaps where there is no value, and a dot for a value alone', () => {
    expect(drawSpark([10, null, 0, 10, null], { ...box, width: 10 })?.path).toBe('M1 1h0M5 11L7 1');
    expect(drawSpark([10, null], box)?.end).toBeUndefined();
  });

  it('stays flat for values that hardly differ', () => {
    expect(drawSpark([100, 101], box)?.path).toBe('M1 6.5L21 5.5');
    expect(drawSpark([0, 0], box)?.path).toBe('M1 6L21 6');
  });

  it('is missing without any value', () => {
    expect(drawSpark([null, null], box)).toBeUndefined();
    expect(drawSpark([], box)).toBeUndefined();
  });
});
