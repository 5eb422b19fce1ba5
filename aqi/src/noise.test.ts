import { describe, expect, it } from 'vitest';
import { averageNoise } from './noise.ts';

describe('the mean of sound levels', () => {
  it('is the mean of their energy', () => {
    expect(averageNoise([80, 60])).toBeCloseTo(77.033, 3);
    expect(averageNoise([65, 65, 65])).toBe(65);
  });

  it('leaves out unknown levels', () => {
    expect(averageNoise([70, null, Number.NaN])).toBe(70);
    expect(averageNoise([null])).toBeNull();
  });

  it('stays finite at any level', () => {
    expect(averageNoise([1e6, 1e6])).toBe(1e6);
    expect(averageNoise([-1e6, -1e6])).toBe(-1e6);
  });

  it('accepts any number of samples', () => {
    expect(averageNoise(Array(300_000).fill(60))).toBeCloseTo(60, 9);
  });
});
