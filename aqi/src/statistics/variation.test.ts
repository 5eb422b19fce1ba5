import { describe, expect, it } from 'vitest';
import { meansByGroup } from './variation.ts';

describe('means by group', () => {
  it('are ordered by group, with the interval of Student’s t', () => {
    const values = [
      { group: 8, value: 10 },
      { group: 7, value: 4 },
      { group: 8, value: 14 },
      { group: 8, value: 12 },
    ];
    const [seven, eight] = meansByGroup(values);
    expect(seven).toEqual({ group: 7, count: 1, mean: 4, lower: null, upper: null });
    expect(eight).toMatchObject({ group: 8, count: 3 });
    expect(eight?.mean).toBeCloseTo(12, 12);
    // 4.303 · 2 / √3
    expect(eight?.upper).toBeCloseTo(12 + 4.9687, 3);
    expect(eight?.lower).toBeCloseTo(12 - 4.9687, 3);
  });

  it('narrow with the square root of the number of values', () => {
    const width = (count: number) => {
      const [group] = meansByGroup(Array.from({ length: count }, (_, i) => ({ group: 0, value: i % 2 })));
      return (group?.upper ?? 0) - (group?.lower ?? 0);
    };
    expect(width(4000) / width(1000)).toBeCloseTo(0.5, 2);
  });
});
