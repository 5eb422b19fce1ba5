import { readSharedTable, sharedOrSkip } from '@limpid/aqi/shared-files.fixture';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { explainVariance, type FitMethod, fitPairs } from './fit.rule.ts';
import type { Pair } from './line.ts';
import { selectMedian } from './median.rule.ts';

const toPairs = (points: readonly (readonly [raw: number, reference: number])[]): Pair[] =>
  points.map(([raw, reference], at) => ({ at, raw, reference }));

const line = (k: number, b: number, count = 40) =>
  toPairs(Array.from({ length: count }, (_, n) => [n, k * n + b] as const));

describe('a fit', () => {
  it.each<FitMethod>(['ols', 'theilSen', 'deming'])(
    'by %s finds the line that all pairs lie on',
    (method) => {
      const fitted = fitPairs(line(0.8, 4), method);
      expect(fitted?.k).toBeCloseTo(0.8, 9);
      expect(fitted?.b).toBeCloseTo(4, 9);
    },
  );

  it('by the ratio of means goes through the origin', () => {
    expect(
      fitPairs(
        toPairs([
          [10, 12],
          [20, 18],
          [30, 42],
        ]),
        'ratio',
      ),
    ).toEqual({ k: 1.2, b: 0 });
  });

  it.each<FitMethod>(['ols', 'theilSen', 'deming'])(
    'by %s needs three pairs and a sensor that varies',
    (method) => {
      expect(fitPairs(line(1, 0, 2), method)).toBeNull();
      expect(
        fitPairs(
          toPairs([
            [5, 1],
            [5, 2],
            [5, 2],
            [5, 1],
          ]),
          method,
        ),
      ).toBeNull();
    },
  );

  it('has no ratio of means that are not positive', () => {
    expect(
      fitPairs(
        toPairs([
          [-3, 4],
          [2, 5],
        ]),
        'ratio',
      ),
    ).toBeNull();
    expect(fitPairs([], 'ratio')).toBeNull();
  });

  it('by the median of slopes is not bent by a fifth of wrong pairs', () => {
    const pairs = line(0.8, 4).map((pair, n) => (n % 5 === 0 ? { ...pair, reference: 500 } : pair));
    expect(fitPairs(pairs, 'theilSen')?.k).toBeCloseTo(0.8, 1);
    expect(Math.abs((fitPairs(pairs, 'ols')?.b ?? 0) - 4)).toBeGreaterThan(50);
  });

  it('by Deming is the same line seen from either side', () => {
    const points = fc.tuple(
      fc.double({ min: 0, max: 200, noNaN: true }),
      fc.double({ min: -9, max: 9, noNaN: true }),
    );
    fc.assert(
      fc.property(fc.array(points, { minLength: 5, maxLength: 40 }), (drawn) => {
        const pairs = toPairs(drawn.map(([raw, error], n) => [raw + n, 1.2 * (raw + n) + error] as const));
        const turned = pairs.map(({ at, raw, reference }) => ({ at, raw: reference, reference: raw }));
        const [one, other] = [fitPairs(pairs, 'deming'), fitPairs(turned, 'deming')];
        expect((one?.k ?? 0) * (other?.k ?? 0)).toBeCloseTo(1, 6);
      }),
    );
  });
});

describe('the median of selection', () => {
  it('is that of the sorted values', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ noNaN: true, min: -1e6, max: 1e6 }), { minLength: 1 }), (values) => {
        const sorted = values.toSorted((a, b) => a - b);
        const middle = sorted.length >> 1;
        const expected =
          sorted.length % 2 === 1 ? sorted[middle] : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
        expect(selectMedian(Float64Array.from(values))).toBe(expected);
      }),
    );
  });
});

describe.skipIf(!sharedOrSkip.present)(`the sensors of the US EPA${sharedOrSkip.note}`, () => {
  const file = 'data/calibration/epa_sensortoolkit_RT01_vs_burdenscreek_hourly_2019-08.csv.gz';
  const read = (pollutant: string, maxHumidity = Number.POSITIVE_INFINITY) => {
    const [own, reference, humidity] = [`sensor_${pollutant}`, `ref_${pollutant}`, 'sensor_rh_pct'];
    return toPairs(
      readSharedTable(file, [own, reference, humidity])
        .filter((row) => row[own] !== '' && row[reference] !== '' && Number(row[humidity]) <= maxHumidity)
        .map((row) => [Number(row[own]), Number(row[reference])] as const),
    );
  };

  it.each([
    ['pm25_ugm3', undefined, 710, 0.637, 4.797, 0.522],
    ['pm25_ugm3', 90, 303, 0.674, 4.068, 0.679],
    ['o3_ppb', undefined, 665, 1.046, -4.215, 0.98],
  ])(
    'have the published line of %s with at most %s %% humidity',
    (pollutant, humidity, count, k, b, rSquared) => {
      const pairs = read(pollutant, humidity);
      const fitted = fitPairs(pairs, 'ols');
      expect(pairs).toHaveLength(count);
      expect(fitted?.k).toBeCloseTo(k, 3);
      expect(fitted?.b).toBeCloseTo(b, 3);
      expect(explainVariance(pairs).rSquared).toBeCloseTo(rSquared, 3);
    },
  );

  it('have NO2 that explains nothing', () => {
    const pairs = read('no2_ppb');
    expect(pairs).toHaveLength(681);
    expect(explainVariance(pairs).rSquared).toBeCloseTo(0.03, 3);
  });
});
