import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseScaleDirection, chooseSpeedRings, ringPath, shapeRose } from './rose-shape.ts';

describe('a wedge', () => {
  it('points to north and east on the page', () => {
    expect(ringPath(0, 90, 0, 10)).toBe('M0 0L-7.07 -7.07A10 10 0 0 1 7.07 -7.07L0 0Z');
    expect(ringPath(90, 90, 5, 10)).toBe(
      'M3.54 -3.54L7.07 -7.07A10 10 0 0 1 7.07 7.07L3.54 3.54A5 5 0 0 0 3.54 -3.54Z',
    );
  });
});

it('puts the texts of rings where the least data is', () => {
  const data = [0, 45, 90, 180, 225, 320].map((direction) => ({ direction, amount: 1 }));
  expect(chooseScaleDirection(data)).toBe(135);
  expect(chooseScaleDirection([{ direction: 350, amount: 9 }])).toBe(45);
});

describe('the rings of a polar plot', () => {
  it.each([
    [1, [1]],
    [5, [1, 2, 3, 4, 5]],
    [7, [2, 4, 6, 7]],
    [11, [5, 11]],
    [14, [5, 10, 14]],
  ])('up to %d m/s are at whole speeds, the last at the rim', (maxSpeed, rings) => {
    expect(chooseSpeedRings(maxSpeed)).toEqual(rings);
  });
});

describe('the shape of a rose', () => {
  it.each([
    [[10, 20], 1000, [0.01, 0.02, 0.03]],
    [[300, 100], 1000, [0.1, 0.2, 0.3, 0.4]],
    [[0, 0], 0, [0.01]],
    [[1000, 0], 1000, [0.25, 0.5, 0.75, 1]],
  ])('of %j hours of %d has rings at round shares', (counts, total, rings) => {
    expect(shapeRose([{ direction: 0, counts }], total, 100).rings).toEqual(rings);
  });

  it('stays within its rim, and has a wedge for each class with hours', () => {
    const sector = fc.array(fc.nat({ max: 500 }), { minLength: 5, maxLength: 5 });
    fc.assert(
      fc.property(fc.array(sector, { minLength: 16, maxLength: 16 }), fc.nat({ max: 500 }), (all, calm) => {
        const sectors = all.map((counts, n) => ({ direction: n * 22.5, counts }));
        const total = all.flat().reduce((sum, count) => sum + count, calm);
        const { wedges, rings } = shapeRose(sectors, total, 100);
        expect(wedges).toHaveLength(all.flat().filter((count) => count > 0).length);
        for (const { path } of wedges)
          for (const number of path.match(/-?\d+(\.\d+)?/g) ?? [])
            expect(Math.abs(Number(number))).toBeLessThanOrEqual(100.01);
        expect(rings.length).toBeLessThanOrEqual(5);
      }),
    );
  });
});
