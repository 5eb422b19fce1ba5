import { HOUR_MS } from '@limpid/contract/durations';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eachCorner, eachLoosePoint, findVisible, listBandColumns, spreadLabels } from './plot-pixels.ts';

/** One pixel for each unit of the values, so that y is 500 less the value. */
const plot = { from: 0, to: 8760 * HOUR_MS, min: 0, max: 500, width: 1095, height: 500 };

/** A year of hours with the mean 30; hour 700 has a minute of 480, hours 4000 and 4001 are missing. */
function makeYear() {
  const ts = Array.from({ length: 8760 }, (_, hour) => hour * HOUR_MS);
  const column = (value: number) => ts.map((_, hour) => (hour === 4000 || hour === 4001 ? null : value));
  const high: (number | null)[] = column(40);
  high[700] = 480;
  return { ts, step: HOUR_MS, values: column(30), low: column(20), high };
}

type Corner = [x: number, y: number, isStart: boolean];

function listCorners(data: Parameters<typeof eachCorner>[0], scale = plot): Corner[] {
  const corners: Corner[] = [];
  eachCorner(data, scale, (...corner) => corners.push(corner));
  return corners;
}

describe('a band', () => {
  it('shows the peak of one minute in a year of hours, although eight hours share a column of pixels', () => {
    const { top, bottom } = listBandColumns(makeYear(), plot);
    const peaks = [...top.keys()].filter((column) => (top[column] ?? 0) < 460);
    expect(peaks).toEqual([Math.floor(700 / 8)]);
    expect(top[peaks[0] ?? 0]).toBeCloseTo(20);
    expect(bottom.every((y) => y === 480)).toBe(true);
  });

  it('is empty in the columns of a gap, and as wide as the time of its points', () => {
    const near = { ...plot, from: 3990 * HOUR_MS, to: 4010 * HOUR_MS, width: 200 };
    const { top } = listBandColumns(makeYear(), near);
    const empty = [...top.keys()].filter((column) => Number.isNaN(top[column]));
    expect(empty).toEqual(Array.from({ length: 20 }, (_, n) => 100 + n));
  });
});

describe('a line', () => {
  it('breaks at gaps and visits every point where there is room', () => {
    const data = { ts: [0, 1, 2, 3].map((hour) => hour * HOUR_MS), step: HOUR_MS, values: [1, 2, null, 4] };
    const corners = listCorners(data, { ...plot, to: 4 * HOUR_MS, width: 400 });
    expect(corners).toEqual([
      [0, 499, true],
      [100, 498, false],
      [300, 496, true],
    ]);
  });

  it('keeps the lowest and the highest value of each column, however many values there are', () => {
    const values = fc.array(fc.integer({ min: 0, max: 500 }), { minLength: 50, maxLength: 2000 });
    fc.assert(
      fc.property(values, (numbers) => {
        const ts = numbers.map((_, n) => n);
        const scale = { ...plot, to: numbers.length, width: 20 };
        const corners = listCorners({ ts, step: 1, values: numbers }, scale);
        expect(corners.length).toBeLessThanOrEqual(2 * 20);
        const columnOf = (x: number) => Math.floor(x);
        for (const column of Array.from({ length: 20 }, (_, n) => n)) {
          const own = numbers.filter((_, n) => columnOf((n / numbers.length) * 20) === column);
          const drawn = corners.filter(([x]) => columnOf(x) === column).map(([, y]) => Math.round(500 - y));
          expect([Math.min(...drawn), Math.max(...drawn)]).toEqual([Math.min(...own), Math.max(...own)]);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('has the points of a range and one beyond each edge', () => {
    const ts = [0, 10, 20, 30, 40];
    expect(findVisible(ts, 15, 25)).toEqual([1, 4]);
    expect(findVisible(ts, -5, 100)).toEqual([0, 5]);
    expect(findVisible([], 0, 1)).toEqual([0, 0]);
  });

  it('has points of its own where they are visible', () => {
    const data = { ts: [0, 1, 2, 3, 4], step: 1, values: [5, null, 6, 7, null] };
    const loose = [0, 3].map((place) => ({ place, isFew: place === 3, isAlone: place === 0 }));
    const list = (from: number) => {
      const found: [number, boolean][] = [];
      eachLoosePoint(data, loose, { ...plot, from, to: from + 5, width: 5 }, (x, _, isFew) =>
        found.push([Math.round(x), isFew]),
      );
      return found;
    };
    expect(list(0)).toEqual([
      [0, false],
      [3, true],
    ]);
    expect(list(2)).toEqual([[1, true]]);
  });
});

describe('labels', () => {
  it.each([
    [
      [50, 52, 10],
      [50, 65, 10],
    ],
    [
      [98, 99, 100],
      [70, 85, 100],
    ],
    [[40], [40]],
  ])('wanted at %j stand at %j', (wanted, placed) => {
    expect(spreadLabels(wanted, 15, 100)).toEqual(placed);
  });
});
