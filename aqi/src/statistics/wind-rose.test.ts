import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makePolarPlot } from './polar-plot.ts';
import { makeRose, type WindHour } from './wind-rose.ts';

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
const anyHour = fc.record({
  direction: fc.option(fc.double({ min: -720, max: 720 })),
  speed: fc.option(fc.double({ min: -1, max: 40 })),
  value: fc.option(fc.double({ min: 0, max: 500, noNaN: true })),
});

describe('a wind rose', () => {
  it('counts hours by sector and speed, with calm hours apart', () => {
    const hours: WindHour[] = [
      { direction: 0, speed: 1 },
      { direction: 355, speed: 3 },
      { direction: 90, speed: 6 },
      { direction: 123, speed: 0.2 },
      { direction: null, speed: 0 },
      { direction: null, speed: 4 },
      { direction: 10, speed: null },
    ];
    const rose = makeRose(hours, { bounds: [2, 5], by: 'speed' });
    expect(rose.sectors).toHaveLength(16);
    expect(rose.sectors[0]).toEqual({ direction: 0, counts: [1, 1, 0], mean: null });
    expect(rose.sectors[4]).toEqual({ direction: 90, counts: [0, 0, 1], mean: null });
    expect(rose.calm.counts).toEqual([2, 0, 0]);
    expect(rose).toMatchObject({ count: 5, missing: 2 });
  });

  it('puts a direction on the border of two sectors into the next one, and 349° into the north', () => {
    const rose = makeRose(
      [
        { direction: 11.25, speed: 2 },
        { direction: 349, speed: 2 },
      ],
      { bounds: [5], by: 'speed' },
    );
    expect(rose.sectors.map(({ counts }) => sum(counts)).slice(0, 2)).toEqual([1, 1]);
  });

  it('divides by concentration in a pollution rose, and leaves hours without one out', () => {
    const hours: WindHour[] = [
      { direction: 180, speed: 2, value: 30 },
      { direction: 180, speed: 2, value: 90 },
      { direction: 180, speed: 2, value: null },
    ];
    const rose = makeRose(hours, { bounds: [35, 75], by: 'value' });
    expect(rose.sectors[8]).toEqual({ direction: 180, counts: [1, 0, 1], mean: 60 });
    expect(rose.missing).toBe(1);
  });

  it('counts a value at the bound of a class in the class below, as levels do', () => {
    const hours = [2, 2.04, 2.06].map((speed): WindHour => ({ direction: 0, speed }));
    expect(makeRose(hours, { bounds: [2], by: 'speed' }).sectors[0]?.counts).toEqual([1, 2]);
    expect(makeRose(hours, { bounds: [2], by: 'speed', decimals: 1 }).sectors[0]?.counts).toEqual([2, 1]);
  });

  it('counts each hour once or as missing', () => {
    fc.assert(
      fc.property(fc.array(anyHour), fc.constantFrom('speed', 'value'), (hours, by) => {
        const rose = makeRose(hours, { bounds: [2, 5, 8], by });
        const counted = sum(rose.sectors.flatMap(({ counts }) => counts)) + sum(rose.calm.counts);
        expect(counted).toBe(rose.count);
        expect(rose.count + rose.missing).toBe(hours.length);
      }),
    );
  });
});

describe('a polar plot', () => {
  it('shows the concentration in the direction and at the speed of its source', () => {
    const hours = Array.from({ length: 3600 }, (_, i): WindHour => {
      const direction = i % 360;
      const speed = 1 + (i % 7);
      return { direction, speed, value: Math.abs(direction - 90) < 20 && speed > 4 ? 150 : 20 };
    });
    const { cells } = makePolarPlot(hours);
    const highest = cells.reduce((best, cell) => (cell.mean > best.mean ? cell : best));
    expect(Math.abs(highest.direction - 90)).toBeLessThanOrEqual(20);
    expect(highest.speed).toBeGreaterThan(4);
  });

  it('draws no cell in which no hour lies, and joins 350° with 10°', () => {
    const hours = [350, 0, 10].map(
      (direction): WindHour => ({ direction, speed: 3, value: direction === 0 ? 90 : 30 }),
    );
    const { cells } = makePolarPlot(hours);
    expect(cells.map(({ direction, count }) => [direction, count])).toEqual([
      [0, 1],
      [10, 1],
      [350, 1],
    ]);
    expect(cells[1]?.mean).toBeCloseTo(cells[2]?.mean ?? 0, 9);
  });

  it('shows at least 99 % of the hours, so all of fewer than a hundred', () => {
    const speeds = (count: number) =>
      Array.from(
        { length: count },
        (_, n): WindHour => ({ direction: 90, speed: n === 0 ? 17 : 3, value: 1 }),
      );
    for (const count of [1, 2, 50, 99]) {
      expect(makePolarPlot(speeds(count))).toMatchObject({ maxSpeed: 17, beyond: 0 });
    }
    expect(makePolarPlot(speeds(100))).toMatchObject({ maxSpeed: 3, beyond: 1 });
    fc.assert(
      fc.property(fc.array(anyHour), (hours) => {
        const { beyond, count, calm } = makePolarPlot(hours);
        expect(beyond).toBeLessThanOrEqual((count - calm.count) * 0.01);
      }),
    );
  });

  it('counts every hour once, and means lie within the values', () => {
    fc.assert(
      fc.property(fc.array(anyHour), (hours) => {
        const plot = makePolarPlot(hours);
        expect(sum(plot.cells.map(({ count }) => count)) + plot.calm.count + plot.beyond).toBe(plot.count);
        expect(plot.count + plot.missing).toBe(hours.length);
        const values = hours.flatMap(({ value }) => value ?? []);
        for (const { mean } of plot.cells) {
          expect(mean).toBeGreaterThanOrEqual(Math.min(...values) - 1e-9);
          expect(mean).toBeLessThanOrEqual(Math.max(...values) + 1e-9);
        }
      }),
    );
  });
});
