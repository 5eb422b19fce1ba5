import { readSharedTable, sharedOrSkip } from '@limpid/aqi/shared-files.fixture';
import { calibrationConfig } from '@limpid/contract/calibration/config';
import type { ProposalRefusal } from '@limpid/contract/calibration/result';
import { HOUR_MS } from '@limpid/contract/durations';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CorrectionLine, Pair } from './line.ts';
import { type ComparedChannel, limitChange, type ProposalLimits, proposeLine } from './propose.rule.ts';
import { splitPairs } from './split-pairs.rule.ts';

const limits: ProposalLimits = {
  method: 'auto',
  minPairs: 48,
  minR2: 0.5,
  kMin: 0.5,
  kMax: 2,
  bMin: -20,
  bMax: 20,
  maxChange: 20,
};
const hours = 168;
const until = hours * HOUR_MS;
const wave = (hour: number) => 60 + 30 * Math.sin(hour / 4) + 10 * Math.cos(hour / 9);
/** Errors that are the same in every run. */
const noise = (hour: number) => Math.sin(hour * hour) * 4;

const pairsOf = (reference: (hour: number) => number, raw = wave, count = hours): Pair[] =>
  Array.from({ length: count }, (_, n) => {
    const hour = hours - count + n;
    return { at: hour * HOUR_MS, raw: raw(hour), reference: reference(hour) };
  });

function compared(pairs: readonly Pair[], more: Partial<ComparedChannel> = {}): ComparedChannel {
  const neutral = { k: 1, b: 0 };
  return {
    pairs,
    before: neutral,
    pollutant: 'PM2.5',
    unit: 'µg/m³',
    range: { min: 0, max: null },
    until,
    ...more,
  };
}

describe('a proposal', () => {
  it('has the line of the reference, and better statistics over hours that were not fitted', () => {
    const { proposed, limited, before, after, refusal } = proposeLine(
      compared(pairsOf((hour) => 0.9 * wave(hour) + 3 + noise(hour))),
      limits,
    );
    expect(refusal).toBeNull();
    expect(limited).toBe(false);
    expect(proposed?.k).toBeCloseTo(0.9, 1);
    expect(before?.count).toBe(hours / 4);
    expect(after?.rmse).toBeLessThan(before?.rmse ?? 0);
  });

  it('goes no further in a round than allowed, and says so', () => {
    const { fitted, proposed, limited } = proposeLine(
      compared(pairsOf((hour) => 0.6 * wave(hour) + 2)),
      limits,
    );
    expect(fitted?.k).toBeCloseTo(0.6, 6);
    expect(proposed?.k).toBe(0.8);
    expect(limited).toBe(true);
  });

  it('takes the ratio of means where the hours agree too loosely for a line', () => {
    const loose = pairsOf((hour) => 1.1 * wave(hour) + Math.sin(hour * hour * 7) * 45);
    const { method, proposed, rSquared } = proposeLine(compared(loose), { ...limits, minR2: 0.6 });
    expect(rSquared).toBeLessThan(0.6);
    expect(rSquared).toBeGreaterThan(0.3);
    expect(method).toBe('ratio');
    expect(proposed?.b).toBe(0);
  });

  it('prefers the median of slopes where single hours bend the line', () => {
    const bent = pairsOf((hour) => (wave(hour) > 94 ? 30 : 1.1 * wave(hour)));
    const { method, fitted } = proposeLine(compared(bent), { ...limits, minR2: 0 });
    expect(method).toBe('theilSen');
    expect(fitted?.k).toBeCloseTo(1.1, 2);
  });

  const constant = () => 40;
  it.each<[string, ComparedChannel, ProposalRefusal]>([
    ['too few pairs', compared(pairsOf(wave, wave, 47)), 'fewPairs'],
    ['no pairs', compared([]), 'fewPairs'],
    ['a constant reference', compared(pairsOf(constant)), 'constantReference'],
    ['a sensor that does not vary', compared(pairsOf(wave, constant)), 'noSpread'],
    ['a range that is too narrow', compared(pairsOf((hour) => 40 + wave(hour) / 50)), 'noSpread'],
    ['hours that do not agree', compared(pairsOf((hour) => 60 + 40 * Math.sin(hour * hour))), 'lowRSquared'],
    ['K below its limit', compared(pairsOf((hour) => 0.4 * wave(hour))), 'kOutside'],
    ['K above its limit', compared(pairsOf((hour) => 2.5 * wave(hour))), 'kOutside'],
    ['a line that falls', compared(pairsOf((hour) => 200 - wave(hour))), 'kOutside'],
    ['B outside its limits', compared(pairsOf((hour) => wave(hour) + 30)), 'bOutside'],
    ['pairs that are too old', compared(pairsOf(wave), { until: until + 49 * HOUR_MS }), 'old'],
    ['K and B that are right already', compared(pairsOf(wave)), 'noChange'],
  ])('is refused for %s', (_, channel, reason) => {
    const { proposed, refusal } = proposeLine(channel, limits);
    expect(refusal?.reason).toBe(reason);
    expect(proposed).toBeNull();
  });

  it('is refused where the hours kept back do not become better', () => {
    const all = pairsOf((hour) => wave(hour));
    const { heldOut } = splitPairs(all);
    // The pairs that are kept back have another line.
    const pairs = all.map((pair) =>
      heldOut.includes(pair) ? pair : { ...pair, reference: 1.15 * pair.raw },
    );
    expect(proposeLine(compared(pairs), limits).refusal?.reason).toBe('notBetter');
  });

  it('limits B of CO to a hundredth, in mg/m³', () => {
    const co = (b: number) =>
      compared(
        pairsOf(
          (hour) => wave(hour) / 60 + b,
          (hour) => wave(hour) / 60,
        ),
        {
          pollutant: 'CO',
          unit: 'mg/m³',
        },
      );
    expect(proposeLine(co(0.3), limits).refusal?.reason).toBe('bOutside');
    expect(proposeLine(co(0.15), limits).refusal).toBeNull();
  });

  it('goes back into the limits step by step from K and B in force that are outside them', () => {
    const pairs = pairsOf((hour) => 0.9 * wave(hour) + 2);
    let inForce: CorrectionLine = { k: 3.6, b: 60 };
    const steps: CorrectionLine[] = [];
    while (steps.length < 20) {
      const { proposed, refusal } = proposeLine(compared(pairs, { before: inForce }), limits);
      if (refusal?.reason === 'noChange') break;
      expect(refusal).toBeNull();
      if (!proposed) break;
      steps.push(proposed);
      inForce = proposed;
    }
    expect(steps[0]?.k).toBeGreaterThan(limits.kMax);
    expect(steps[0]?.b).toBeGreaterThan(limits.bMax);
    expect(inForce).toEqual({ k: 0.9, b: 2 });
    // A line outside the limits is no aim, however far from it one is.
    const steep = pairsOf((hour) => 2.5 * wave(hour));
    const { refusal } = proposeLine(compared(steep, { before: { k: 3.6, b: 0 } }), limits);
    expect(refusal).toMatchObject({ reason: 'kOutside', limit: 2 });
  });

  it('is never outside the limits, nor further from what is in force than allowed', () => {
    const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
    fc.assert(
      fc.property(
        number(-1, 4),
        number(-60, 60),
        number(0.5, 2),
        number(-15, 15),
        number(0, 40),
        (k, b, k0, b0, error) => {
          const pairs = pairsOf((hour) => k * wave(hour) + b + (noise(hour) / 4) * error);
          const { proposed, before, after } = proposeLine(
            compared(pairs, { before: { k: k0, b: b0 } }),
            limits,
          );
          if (!proposed) return;
          expect(proposed.k).toBeGreaterThanOrEqual(limits.kMin);
          expect(proposed.k).toBeLessThanOrEqual(limits.kMax);
          expect(proposed.b).toBeGreaterThanOrEqual(limits.bMin);
          expect(proposed.b).toBeLessThanOrEqual(limits.bMax);
          expect(Math.abs(proposed.k - k0) / k0).toBeLessThanOrEqual(0.2 + 0.002);
          expect(after?.rmse).toBeLessThan(before?.rmse ?? 0);
        },
      ),
    );
  });
});

describe('the limit of a round', () => {
  it('ends on the straight way to the fitted line, at the fitted line itself where it is near', () => {
    const from: CorrectionLine = { k: 1, b: 0 };
    const pairs = pairsOf(
      () => 50,
      () => 50,
    );
    const limit = (to: CorrectionLine) => limitChange(from, to, pairs, 20);
    expect(limit({ k: 1.1, b: 2 })).toEqual({ line: { k: 1.1, b: 2 }, limited: false });
    expect(limit({ k: 1.2, b: 10 })).toEqual({ line: { k: 1.1, b: 5 }, limited: true });
    expect(limit({ k: 1, b: 20 })).toEqual({ line: { k: 1, b: 10 }, limited: true });
    // K and B that cancel each other out at these values would not do so at others.
    expect(limit({ k: 1.4, b: -20 })).toEqual({ line: { k: 1.2, b: -10 }, limited: true });
  });

  it('keeps low, mean and high corrected values within its share, over K and B together', () => {
    const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
    const line = fc.record({ k: number(0.2, 4), b: number(-20, 60) });
    const raw = wave;
    const lowest = 20;
    fc.assert(
      fc.property(line, line, fc.integer({ min: 1, max: 100 }), (from, to, maxChange) => {
        fc.pre(from.k * lowest + from.b > 0);
        const pairs = pairsOf(wave, raw);
        const { line: limited } = limitChange(from, to, pairs, maxChange);
        const sorted = pairs.map((pair) => pair.raw).sort((a, b) => a - b);
        const mean = sorted.reduce((sum, value) => sum + value, 0) / sorted.length;
        const correct = ({ k, b }: CorrectionLine, value: number) => k * value + b;
        const [low, high] = [sorted[Math.floor(sorted.length / 10)], sorted[Math.floor(sorted.length * 0.9)]];
        for (const value of [low ?? 0, mean, high ?? 0]) {
          const [before, after] = [correct(from, value), correct(limited, value)];
          const base = Math.max(before, correct(from, mean) / 4);
          // The percentiles lie between two hours, K and B have three decimals, and floating point is not exact.
          const slack = 0.02 * base + 0.001 * value + 0.001 + 1e-9;
          expect(Math.abs(after - before)).toBeLessThanOrEqual((maxChange / 100) * base + slack);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('still corrects the offset of a sensor whose low values are almost nothing', () => {
    const from: CorrectionLine = { k: 1, b: -20 };
    const { line, limited } = limitChange(from, { k: 1, b: 0 }, pairsOf(wave, wave), 20);
    expect(limited).toBe(true);
    expect(line.b).toBeGreaterThan(-18.5);
  });
});

describe.skipIf(!sharedOrSkip.present)(`the sensors of the US EPA${sharedOrSkip.note}`, () => {
  const file = 'data/calibration/epa_sensortoolkit_RT01_vs_burdenscreek_hourly_2019-08.csv.gz';
  const read = (pollutant: string, maxHumidity = Number.POSITIVE_INFINITY) => {
    const [own, reference] = [`sensor_${pollutant}`, `ref_${pollutant}`];
    return readSharedTable(file, [own, reference, 'sensor_rh_pct'])
      .filter((row) => row[own] !== '' && row[reference] !== '')
      .filter((row) => Number(row['sensor_rh_pct']) <= maxHumidity)
      .map((row, n): Pair => ({ at: n * HOUR_MS, raw: Number(row[own]), reference: Number(row[reference]) }));
  };

  it('get nothing proposed for NO2', () => {
    const pairs = read('no2_ppb');
    const no2 = compared(pairs, { pollutant: 'NO2', unit: 'ppb', until: pairs.length * HOUR_MS });
    const { proposed, refusal } = proposeLine(no2, limits);
    expect(proposed).toBeNull();
    expect(refusal?.reason).toBe('lowRSquared');
  });

  it('get O3 and PM2.5 that agree better over the hours kept back', () => {
    for (const [name, pollutant, unit] of [
      ['o3_ppb', 'O3', 'ppb'],
      ['pm25_ugm3', 'PM2.5', 'µg/m³'],
    ] as const) {
      const pairs = read(name);
      const channel = compared(pairs, { pollutant, unit, until: pairs.length * HOUR_MS });
      const { refusal, before, after } = proposeLine(channel, { ...limits, minR2: 0.4 });
      expect(refusal).toBeNull();
      expect(after?.rmse).toBeLessThan(before?.rmse ?? 0);
    }
  });

  it.each([
    ['all hours', undefined, { pairs: 710, rSquared: 0.52, k: 0.637, b: 4.797 }],
    ['hours with at most 90 % humidity', 90, { pairs: 303, rSquared: 0.68, k: 0.674, b: 4.068 }],
  ])('get PM2.5 proposed with the settings of a new config, of %s', (_, maxHumidity, expected) => {
    const { method, minPairs, minR2, kMin, kMax, bMin, bMax, maxChange } = calibrationConfig.fields;
    const shipped = Object.fromEntries(
      Object.entries({ method, minPairs, minR2, kMin, kMax, bMin, bMax, maxChange }).map(([name, field]) => [
        name,
        field.default,
      ]),
    ) as unknown as ProposalLimits;
    const pairs = read('pm25_ugm3', maxHumidity);
    expect(pairs).toHaveLength(expected.pairs);
    const channel = compared(pairs, { until: pairs.length * HOUR_MS });
    const { refusal, rSquared, fitted, limited, before, after } = proposeLine(channel, shipped);
    expect(refusal).toBeNull();
    // The line of three quarters of the hours is near that of all.
    expect(rSquared).toBeCloseTo(expected.rSquared, 1);
    expect(Math.abs((fitted?.k ?? 0) - expected.k)).toBeLessThan(0.03);
    expect(Math.abs((fitted?.b ?? 0) - expected.b)).toBeLessThan(0.2);
    expect(limited).toBe(true);
    expect(after?.rmse).toBeLessThan(before?.rmse ?? 0);
  });
});
