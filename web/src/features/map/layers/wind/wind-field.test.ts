import fc from 'fast-check';
import { expect, it } from 'vitest';
import { buildWindField, readWindField } from './wind-field.ts';

const screen = { width: 400, height: 300, cell: 20, reach: 150 };

function windAt(winds: Parameters<typeof buildWindField>[0], x: number, y: number): number[] {
  const found = new Float32Array(3);
  readWindField(buildWindField(winds, screen), x, y, found);
  return [...found];
}

it('has the wind of a station beside it, and nothing out of its reach', () => {
  const west = { x: 100, y: 100, u: 3, v: -1 };
  expect(windAt([west], 100, 100)).toEqual([expect.closeTo(3), expect.closeTo(-1), expect.closeTo(1)]);
  expect(windAt([west], 300, 100)).toEqual([0, 0, 0]);
  expect(windAt([], 100, 100)).toEqual([0, 0, 0]);
});

it('cancels opposite winds halfway', () => {
  const winds = [
    { x: 100, y: 100, u: 4, v: 0 },
    { x: 200, y: 100, u: -4, v: 0 },
  ];
  expect(windAt(winds, 150, 100)[0]).toBeCloseTo(0, 1);
});

it('stays between the winds that it is made of, everywhere on the screen', () => {
  const wind = fc.record({
    x: fc.integer({ min: -50, max: 450 }),
    y: fc.integer({ min: -50, max: 350 }),
    u: fc.integer({ min: -20, max: 20 }),
    v: fc.integer({ min: -20, max: 20 }),
  });
  fc.assert(
    fc.property(
      fc.array(wind, { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 0, max: 399 }),
      fc.integer({ min: 0, max: 299 }),
      (winds, x, y) => {
        const [u = 0, v = 0, trust = 0] = windAt(winds, x, y);
        const us = [0, ...winds.map((one) => one.u)];
        const vs = [0, ...winds.map((one) => one.v)];
        expect(u).toBeGreaterThanOrEqual(Math.min(...us) - 1e-4);
        expect(u).toBeLessThanOrEqual(Math.max(...us) + 1e-4);
        expect(v).toBeGreaterThanOrEqual(Math.min(...vs) - 1e-4);
        expect(v).toBeLessThanOrEqual(Math.max(...vs) + 1e-4);
        expect(trust).toBeGreaterThanOrEqual(0);
        expect(trust).toBeLessThanOrEqual(1);
      },
    ),
  );
});
