import { DAY_MS, HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import { dayBounds } from '@limpid/contract/local-time';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type LinePoints, type Thinning, thinLine } from './thin.rule.ts';

const at = (count: number) => Array.from({ length: count }, (_, n) => n * MINUTE_MS);

function thin(points: LinePoints, most: number, more: Partial<Thinning> = {}) {
  const { step = MINUTE_MS } = more;
  const length = (points.at.at(-1) ?? 0) - (points.at[0] ?? 0) + step;
  return thinLine(points, { step, length, most, dataType: 'number', hasBand: true, ...more });
}

describe('a line', () => {
  it('is unchanged and has no band if it is short enough', () => {
    expect(thin({ at: at(3), values: [1, 2, 3] }, 50)).toEqual({
      step: MINUTE_MS,
      ts: at(3),
      values: [1, 2, 3],
    });
  });

  it.each([
    [1, [1, 2, 3]],
    [1.5, [1, 2, 3]],
    [1.6, [1, 2, null, 3]],
    [2, [1, 2, null, 3]],
    [60, [1, 2, null, 3]],
  ])('with %s steps between two points has the values %j', (steps, values) => {
    const moments = [0, MINUTE_MS, (1 + steps) * MINUTE_MS];
    expect(thin({ at: moments, values: [1, 2, 3] }, 50).values).toEqual(values);
  });

  it('of days is not broken where the clock changes', () => {
    const days = ['2026-10-23', '2026-10-24', '2026-10-25', '2026-10-26', '2026-10-27'];
    const moments = days.map((day) => dayBounds(day, 'Europe/Paris')[0]);
    const { values } = thin({ at: moments, values: days.map(() => 1) }, 50, { step: DAY_MS });
    expect(values).not.toContain(null);
  });
});

const long = fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 300, maxLength: 3000 });
const gaps = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 300, maxLength: 300 });

describe('a thinned line', () => {
  it('contains every value within the band of its section', () => {
    fc.assert(
      fc.property(long, fc.integer({ min: 50, max: 290 }), (values, most) => {
        const line = thin({ at: at(values.length), values }, most);
        expect(line.ts.length).toBeLessThanOrEqual(most + 1);
        for (const [index, value] of values.entries()) {
          const section = line.ts.findLastIndex((start) => start <= index * MINUTE_MS);
          expect(line.low?.[section]).toBeLessThanOrEqual(value);
          expect(line.high?.[section]).toBeGreaterThanOrEqual(value);
        }
        expect([Math.min(...finite(line.low)), Math.max(...finite(line.high))]).toEqual([
          Math.min(...values),
          Math.max(...values),
        ]);
      }),
      { numRuns: 40 },
    );
  });

  it('breaks in every section with values further apart than 1.5 steps, and nowhere else', () => {
    fc.assert(
      fc.property(gaps, fc.integer({ min: 50, max: 200 }), (distances, most) => {
        let moment = 0;
        const moments = distances.map((distance) => (moment += distance * MINUTE_MS));
        const { ts, values, step } = thin({ at: moments, values: moments.map(() => 1) }, most);
        const breaks = ts.filter((_, index) => values[index] === null);
        const ends = moments.filter((end, index) => (moments[index + 1] ?? end) - end > 1.5 * MINUTE_MS);
        expect(ts).toEqual(ts.toSorted((a, b) => a - b));
        expect(new Set(breaks)).toHaveLength(breaks.length);
        // A break begins one step after the last value before a gap.
        for (const at of breaks) expect(ends).toContain(at - MINUTE_MS);
        for (const end of ends) expect(breaks.some((at) => Math.abs(at - end) <= step)).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  it('is split at the longest gap of a section, with means and bands on both sides', () => {
    // Ten minutes are a section: minutes 3 and 5 to 7 are missing.
    const moments = at(1000).filter((_, minute) => ![3, 5, 6, 7].includes(minute));
    const values = moments.map((moment) => moment / MINUTE_MS);
    const line = thin({ at: moments, values }, 100);
    expect(line.step).toBe(10 * MINUTE_MS);
    expect(line.ts.slice(0, 4)).toEqual([0, 5, 8, 10].map((minute) => minute * MINUTE_MS));
    expect(line.values.slice(0, 4)).toEqual([7 / 4, null, 8.5, 14.5]);
    expect(line.low?.slice(0, 4)).toEqual([0, null, 8, 10]);
    expect(line.high?.slice(0, 4)).toEqual([4, null, 9, 19]);
    expect(line.ts).toHaveLength(102);
  });

  it.each([
    [MINUTE_MS, 7 * DAY_MS, 2000, 6 * MINUTE_MS],
    [MINUTE_MS, 7 * DAY_MS, 1400, 8 * MINUTE_MS],
    [HOUR_MS, 366 * DAY_MS, 2000, 6 * HOUR_MS],
    [HOUR_MS, 366 * DAY_MS, 600, DAY_MS],
    [HOUR_MS, 3 * 366 * DAY_MS, 1000, 2 * DAY_MS],
    // Steps that do not divide a day cannot have round sections.
    [7 * MINUTE_MS, 7 * DAY_MS, 500, 21 * MINUTE_MS],
  ])(
    'of steps of %i ms in %i ms with at most %i points has sections of %i ms',
    (step, length, most, width) => {
      const moments = Array.from({ length: Math.ceil(length / step) }, (_, n) => n * step);
      const line = thin({ at: moments, values: moments }, most, { step, length });
      expect(line.step).toBe(width);
      expect(line.ts.length).toBeLessThanOrEqual(most + 1);
    },
  );

  it('of days has sections of whole days across a change of the clock', () => {
    const days = Array.from({ length: 400 }, (_, n) => new Date(n * DAY_MS).toISOString().slice(0, 10));
    const moments = days.map((day) => dayBounds(day, 'Europe/Paris')[0]);
    const line = thin({ at: moments, values: moments }, 200, { step: DAY_MS, length: 400 * DAY_MS });
    expect(line.ts).toEqual(moments.filter((_, n) => n % 2 === 0));
  });

  it('has the same sections when the range moves', () => {
    const hours = Array.from({ length: 1000 }, (_, n) => n * HOUR_MS);
    const line = (from: number) =>
      thin({ at: hours.slice(from, from + 800), values: hours.slice(from, from + 800) }, 200, {
        step: HOUR_MS,
      });
    const [first, moved] = [line(0), line(100)];
    const common = moved.ts.slice(1).filter((start) => start < 790 * HOUR_MS);
    expect(common.length).toBeGreaterThan(100);
    for (const start of common) {
      expect(moved.values[moved.ts.indexOf(start)]).toBe(first.values[first.ts.indexOf(start)]);
    }
  });

  it('weights hours by their valid minutes', () => {
    const covered = Array.from({ length: 200 }, (_, n) => (n % 2 === 0 ? 3600 : 1200));
    const values = covered.map((seconds) => (seconds === 3600 ? 40 : 80));
    const line = thin({ at: at(200), values, covered }, 100);
    expect(line.values[0]).toBe(50);
    expect([line.low?.[0], line.high?.[0]]).toEqual([40, 80]);
  });

  it('spans the stored extremes behind its values, whether it is thinned or not', () => {
    const values = at(200).map(() => 10);
    const low = values.map((_, n) => (n === 31 ? -3 : 9));
    const high = values.map((_, n) => (n === 30 ? 500 : 11));
    const points = { at: at(200), values, low, high };
    expect(thin(points, 200)).toMatchObject({ values, low, high });
    const thinned = thin(points, 100);
    expect(thinned.values.every((value) => value === 10)).toBe(true);
    expect([thinned.low?.[15], thinned.high?.[15]]).toEqual([-3, 500]);
    expect([thinned.low?.[16], thinned.high?.[16]]).toEqual([9, 11]);
    for (const most of [100, 200]) {
      expect(thin(points, most, { hasBand: false })).not.toHaveProperty('high');
      expect(thin(points, most, { dataType: 'direction' })).not.toHaveProperty('high');
    }
  });

  it('averages directions as vectors without a band, and sound levels by energy', () => {
    const north = at(200).map((_, n) => (n % 2 === 0 ? 350 : 10));
    const winds = thin({ at: at(200), values: north }, 100, { dataType: 'direction' });
    expect(winds.values[0]).toBeCloseTo(0, 6);
    expect(winds).not.toHaveProperty('low');
    const speeds = north.map((direction) => (direction === 350 ? 9 : 1));
    const weighted = thin({ at: at(200), values: north, speeds }, 100, { dataType: 'direction' });
    expect(weighted.values[0]).toBeCloseTo(352, 0);
    const unknown = thin({ at: at(200), values: north, speeds: [Number.NaN] }, 100, {
      dataType: 'direction',
    });
    expect(unknown.values[0]).toBeCloseTo(0, 6);
    const levels = at(200).map((_, n) => (n % 2 === 0 ? 80 : 60));
    const noise = thin({ at: at(200), values: levels }, 100, { dataType: 'level' });
    expect(noise.values[0]).toBeCloseTo(77.03, 2);
  });
});

function finite(column: readonly (number | null)[] | undefined): number[] {
  return (column ?? []).filter((value) => value !== null);
}
