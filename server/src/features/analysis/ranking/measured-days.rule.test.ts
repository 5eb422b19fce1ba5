import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collectChannel, collectIndex } from './measured-days.rule.ts';

const siteIds = [3, 5, 8];
const value = fc.oneof(
  fc.constantFrom(Number.NaN, Number.NEGATIVE_INFINITY),
  fc.integer({ min: 0, max: 200 }),
);
/** A day with some of the sites, and one that is not asked for. */
const day = fc.record({
  sites: fc.subarray([3, 4, 5, 8]),
  values: fc.array(value, { minLength: 4, maxLength: 4 }),
});

const toColumns = (sites: readonly number[], ...items: (readonly number[])[]) => ({
  day: '2026-11-03',
  sites: Int32Array.from(sites),
  items: items.map((item) => Float32Array.from(item)),
});

describe('the mean of days', () => {
  it('has the valid days of each site, whatever sites a day has', () => {
    fc.assert(
      fc.property(fc.array(day, { maxLength: 12 }), (days) => {
        const channel = collectChannel(siteIds, 'mean');
        for (const { sites, values } of days) channel.add(toColumns(sites, values));
        for (const [place, siteId] of siteIds.entries()) {
          const own = days.flatMap(({ sites, values }) => values[sites.indexOf(siteId)] ?? []);
          const valid = own.filter(Number.isFinite);
          const sum = valid.reduce((total, one) => total + one, 0);
          expect(channel.read(place)).toMatchObject({
            value: valid.length === 0 ? null : Math.fround(sum / valid.length),
            counted: valid.length,
            hasData: own.some((one) => !Number.isNaN(one)),
          });
        }
      }),
    );
  });

  it('of sound is that of its energy', () => {
    const sound = collectChannel(siteIds, 'level');
    sound.add(toColumns([3], [50]));
    sound.add(toColumns([3], [60]));
    // The mean of 10⁵ and 10⁶ is 5.5 · 10⁵.
    expect(sound.read(0).value).toBeCloseTo(57.4036, 4);
  });
});

describe('the mean index', () => {
  const read = () => {
    const index = collectIndex(siteIds);
    // Site 3 has an incomplete day up to 100 and one above it, site 5 is complete, site 8 has no index.
    index.add(toColumns(siteIds, [60, 40, Number.NaN], [Number.NaN, 40, Number.NaN]));
    index.add(toColumns(siteIds, [120, 50, Number.NaN], [Number.NaN, 50, Number.NaN]));
    return index;
  };

  it('takes all days of sites that cannot measure all pollutants', () => {
    const index = read();
    expect(index.doubtful()).toEqual([3]);
    expect(index.read(0)).toMatchObject({ value: 90, counted: 2, whole: false, withheld: false });
    expect(index.read(1)).toMatchObject({ value: 45, counted: 2, whole: true });
    expect(index.read(2)).toMatchObject({ value: null, counted: 0, found: 0, hasData: true });
  });

  it('leaves out incomplete days up to 100 where they are withheld', () => {
    const index = read();
    index.withhold([3]);
    expect(index.read(0)).toEqual({
      value: 120,
      counted: 1,
      found: 2,
      hasData: true,
      whole: false,
      withheld: true,
    });
  });
});
