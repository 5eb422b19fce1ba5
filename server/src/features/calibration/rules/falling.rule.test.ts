import { HOUR_MS } from '@limpid/contract/durations';
import { describe, expect, it } from 'vitest';
import type { Pair } from './line.ts';
import { type ProposalLimits, proposeLine } from './propose.rule.ts';

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
const wave = (hour: number) => 60 + 30 * Math.sin(hour / 4) + 10 * Math.cos(hour / 9);
/** Errors that are the same in every run. */
const noise = (hour: number) => 22 * Math.sin(hour * hour);

function propose(reference: (hour: number) => number, changed: Partial<ProposalLimits> = {}) {
  const pairs = Array.from({ length: hours }, (_, hour): Pair => {
    return { at: hour * HOUR_MS, raw: wave(hour), reference: reference(hour) };
  });
  const channel = {
    pairs,
    before: { k: 1, b: 0 },
    pollutant: 'PM2.5' as const,
    unit: 'µg/m³',
    range: { min: 0, max: null },
    until: hours * HOUR_MS,
  };
  return proposeLine(channel, { ...limits, ...changed });
}

describe('a site that falls where its reference rises', () => {
  it('gets no ratio, and the reason is not R², which is high', () => {
    const { refusal, rSquared } = propose((hour) => 200 - wave(hour), { method: 'ratio' });
    expect(rSquared).toBeCloseTo(1, 6);
    expect(refusal).toEqual({ reason: 'falling', found: rSquared });
  });

  it('gets no ratio by itself where R² is between half of its minimum and the minimum', () => {
    const { refusal, rSquared } = propose((hour) => 200 - wave(hour) + noise(hour), { minR2: 0.9 });
    expect(rSquared).toBeGreaterThan(0.45);
    expect(rSquared).toBeLessThan(0.9);
    expect(refusal).toEqual({ reason: 'falling', found: rSquared });
  });

  it('is refused for R² where that is too low', () => {
    const { refusal } = propose((hour) => 200 - 0.05 * wave(hour) + noise(hour), { method: 'ratio' });
    expect(refusal?.reason).toBe('lowRSquared');
  });
});

describe('a site that rises with its reference', () => {
  it('gets the ratio of the means where R² is poor', () => {
    const { method, rSquared } = propose((hour) => wave(hour) + noise(hour), { minR2: 0.9 });
    expect(rSquared).toBeLessThan(0.9);
    expect(method).toBe('ratio');
  });
});
