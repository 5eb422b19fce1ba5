import { describe, expect, it } from 'vitest';
import { averageWind } from '../wind.ts';
import { makeHistogram } from './histogram.ts';
import { medianDeviation, percentileOf, sortValues } from './percentile.ts';
import { makePolarPlot } from './polar-plot.ts';
import { correlate, fitLine } from './regression.ts';
import { correlateAll } from './similarity.ts';
import { makeBoxPlot } from './summary.ts';
import { fitTrend } from './trend.ts';
import { meansByGroup } from './variation.ts';
import { makeRose } from './wind-rose.ts';

// The expected figures were computed with NumPy 2.4.6 and SciPy 1.17.1 from the same series; each test names the function.

const positions = Array.from({ length: 200 }, (_, n) => n);
const x = positions.map((n) => 40 + ((n * 7919) % 101) / 4);
const y = x.map((value, n) => 12 + value * 0.75 + ((n * 104729) % 53) / 8);

const seasons = [30, 24, 15, 5, -6, -15, -20, -16, -7, 4, 14, 25];
/** Four years of months with a season, a disturbance and a fall in each month. */
const listMonths = (fall: number) =>
  Array.from({ length: 48 }, (_, n) => ({
    time: n,
    season: n % 12,
    value: 60 - n * fall + (seasons[n % 12] ?? 0) + ((n * 7919) % 41) / 4,
  }));

const wind = positions.map((n) => ({
  direction: ((n * 1297) % 3600) / 10,
  speed: ((n * 104729) % 61) / 8,
  value: y[n] ?? null,
}));

describe('figures of an independent implementation', () => {
  it('agree with a regression and a correlation (scipy.stats.linregress, pearsonr)', () => {
    const line = fitLine({ x, y });
    expect(line?.slope).toBeCloseTo(0.7504067997, 9);
    expect(line?.intercept).toBeCloseTo(15.07488234, 7);
    expect(line?.rSquared).toBeCloseTo(0.8970302681, 9);
    expect(correlate({ x, y }).r).toBeCloseTo(0.9471168186, 9);
  });

  it.each([
    [5, 45.3625],
    [10, 46.8625],
    [25, 49.859375],
    [50, 54.40625],
    [75, 59.328125],
    [90, 62.19375],
    [95, 63.634375],
    [98, 64.755],
  ])('agree with percentile %d (numpy.percentile, linear)', (percent, expected) => {
    expect(percentileOf(sortValues(y), percent)).toBeCloseTo(expected, 9);
  });

  it('agree with the median deviation (scipy.stats.median_abs_deviation)', () => {
    expect(medianDeviation(y)).toBeCloseTo(4.75, 12);
  });

  it('agree with a box plot (numpy.percentile, whiskers of Tukey)', () => {
    const [lowerWhisker, lowerQuartile, median, upperQuartile, upperWhisker] = [
      42.0, 49.75, 54.375, 59.34375, 65.75,
    ];
    expect(makeBoxPlot([...y, 150.5, 3.25, 2.5])).toEqual({
      count: 203,
      lowerWhisker,
      lowerQuartile,
      median,
      upperQuartile,
      upperWhisker,
      outliers: [2.5, 3.25, 150.5],
    });
  });

  it('agree with a histogram (numpy.histogram)', () => {
    const counts = [2, 3, 4, 5, 7, 9, 11, 11, 10, 11, 12, 10, 12, 8, 11, 11, 9, 10, 11, 11, 8, 6, 4, 4];
    expect(makeHistogram(y)).toEqual({ start: 42, width: 1, counts });
  });

  it('agree with a slope and its interval (scipy.stats.theilslopes, joint)', () => {
    const trend = fitTrend(listMonths(0.25).map(({ time, value }) => ({ time, value })));
    expect(trend?.slope).toBeCloseTo(-0.3138586957, 9);
    expect(trend?.intercept).toBeCloseTo(71.2826087, 7);
    // SciPy rounds the ranks of both ends, which are interpolated here.
    expect(trend?.lower).toBeCloseTo(-0.6513157895, 2);
    expect(trend?.upper).toBeCloseTo(0.1, 2);
  });

  it('agree with a seasonal slope and test (scipy.stats.mstats.sen_seasonal_slopes, kendalltau_seasonal)', () => {
    const falling = fitTrend(listMonths(0.125));
    // SciPy counts in years.
    expect((falling?.slope ?? 0) * 12).toBeCloseTo(-4, 9);
    expect(falling?.p).toBeCloseTo(0.0241122746, 6);
    expect(fitTrend(listMonths(0))?.p).toBeCloseTo(0.7686247922, 6);
  });

  it.each([
    [2, 45.90625, -3.727362251, 95.53986225],
    [3, 49.8125, 30.40517413, 69.21982587],
    [12, 50.25, 46.66927304, 53.83072696],
    [31, 52.89314516, 50.71678795, 55.06950237],
    [32, 53.01953125, 50.89940125, 55.13966125],
    [40, 53.7328125, 51.79924053, 55.66638447],
    [200, 54.4909375, 53.68216688, 55.29970812],
  ])(
    'agree with the interval of the mean of %d values (scipy.stats.t.interval)',
    (count, mean, lower, upper) => {
      const [found] = meansByGroup(y.slice(0, count).map((value) => ({ group: 0, value })));
      expect(found?.mean).toBeCloseTo(mean, 6);
      const half = (upper - lower) / 2;
      expect(Math.abs((found?.lower ?? 0) - lower) / half).toBeLessThan(0.0005);
      expect(Math.abs((found?.upper ?? 0) - upper) / half).toBeLessThan(0.0005);
    },
  );

  it('agree with a wind rose (numpy.digitize)', () => {
    const rose = makeRose(wind, { bounds: [2, 4, 6], by: 'speed' });
    expect(rose.sectors.map(({ counts }) => counts)).toEqual([
      [3, 3, 3, 2],
      [2, 4, 4, 1],
      [2, 2, 4, 2],
      [5, 3, 2, 3],
      [2, 2, 4, 4],
      [3, 3, 2, 4],
      [1, 4, 4, 1],
      [3, 3, 3, 3],
      [4, 4, 1, 4],
      [4, 3, 3, 2],
      [1, 3, 5, 3],
      [2, 4, 2, 2],
      [2, 4, 5, 2],
      [4, 3, 3, 2],
      [3, 4, 3, 3],
      [1, 3, 4, 2],
    ]);
    expect(rose.calm.counts).toEqual([14, 0, 0, 0]);
  });

  it('agree with a polar plot (scipy.ndimage.gaussian_filter of sums and counts)', () => {
    const { cells, maxSpeed } = makePolarPlot(wind);
    expect([maxSpeed, cells.length]).toEqual([8, 165]);
    const every30th = [
      [0, 1.4, 55.08465856, 1],
      [60, 6.2, 57.50203147, 1],
      [130, 2.2, 54.60493906, 2],
      [190, 6.2, 61.98463303, 1],
      [260, 3.4, 60.01955964, 1],
      [320, 5.0, 54.23761756, 1],
    ] as const;
    for (const [place, [direction, speed, mean, count]] of every30th.entries()) {
      expect(cells[place * 30]).toMatchObject({ direction, count });
      expect(cells[place * 30]?.speed).toBeCloseTo(speed, 9);
      expect(cells[place * 30]?.mean).toBeCloseTo(mean, 6);
    }
    expect(cells.reduce((sum, { mean }) => sum + mean, 0)).toBeCloseTo(9017.77595671, 5);
  });

  it('agree with a vector mean (sum of speed · e^(i·direction) in numpy)', () => {
    const { direction, resultant } = averageWind(wind);
    expect(direction).toBeCloseTo(153.9978331, 6);
    expect(resultant).toBeCloseTo(0.06066954592, 9);
  });

  it('agree with an order by similarity (scipy.cluster.hierarchy.linkage, average, optimal ordering)', () => {
    const waves = [0, 12, 0.5, 6, 12.4, 6.3].map((shift) =>
      positions.slice(0, 48).map((n) => 20 * Math.sin((n + shift) / 4)),
    );
    const { r, order } = correlateAll(waves);
    const distance = (a: number, b: number) => 1 - (r[a]?.[b] ?? 0);
    const length = order.slice(1).reduce((sum, b, n) => sum + distance(order[n] ?? 0, b), 0);
    expect(length).toBeCloseTo(1.681749062, 9);
  });
});
