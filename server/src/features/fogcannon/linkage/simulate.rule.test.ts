import { MINUTE_MS, SECOND_MS } from '@limpid/contract/durations';
import { expect, it } from 'vitest';
import type { LinkageSettings } from './decide.rule.ts';
import { testSettings } from './linkage-settings.fixture.ts';
import { simulateLinkage } from './simulate.rule.ts';

const settings: LinkageSettings = { ...testSettings, minRunSeconds: 0, maxRunMinutes: 10 };
const start = Date.UTC(2026, 10, 18);

interface Options {
  jogSeconds?: number;
  maxWind?: number;
  missing?: number[];
}

/** The runs in minutes since the start, with their ends. */
function run(values: number[], { jogSeconds, maxWind, missing = [] }: Options = {}) {
  const listed = values
    .map((value, index) => ({ at: start + index * MINUTE_MS, value }))
    .filter((_, index) => !missing.includes(index));
  const { runs, holds } = simulateLinkage({
    settings: { ...settings, maxWind: maxWind ?? null },
    values: listed,
    stepMs: MINUTE_MS,
    jogSeconds: jogSeconds ?? null,
    weatherAt: () => ({ wind: 9, temperature: null, rain: null }),
    zone: 'UTC',
    until: start + values.length * MINUTE_MS,
  });
  const minutes = (at: number | null) => (at === null ? null : (at - start) / MINUTE_MS);
  return {
    runs: runs.map(({ from, to, endReason }) => [minutes(from), minutes(to), endReason]),
    holds: Object.fromEntries(holds),
  };
}

it('runs from the third value above to the third below', () => {
  expect(run([100, 160, 170, 180, 160, 90, 80, 70, 60])).toEqual({ runs: [[3, 7, 'normal']], holds: {} });
});

it('runs no longer than the maximum, and again after the pause', () => {
  const { runs, holds } = run(Array.from({ length: 30 }, () => 200));
  expect(runs).toEqual([
    [2, 12, 'maxRun'],
    [17, 27, 'maxRun'],
  ]);
  expect(holds).toEqual({ pause: 2 });
});

it('ends a jog at its time, between two values', () => {
  expect(run([160, 170, 180, 190], { jogSeconds: 30 }).runs).toEqual([[2, 2.5, 'jog']]);
});

it('ends a run when values stop coming', () => {
  const values = Array.from({ length: 20 }, () => 200);
  const missing = [5, 6, 7, 8, 9, 10, 11, 12];
  expect(run(values, { missing }).runs[0]).toEqual([2, 4 + (4 * MINUTE_MS) / (60 * SECOND_MS), 'silent']);
});

it('counts how often the weather held it back', () => {
  expect(run([160, 170, 180, 190, 100, 160, 170, 180], { maxWind: 8 })).toEqual({
    runs: [],
    holds: { wind: 2 },
  });
});
