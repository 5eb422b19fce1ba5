import { HOUR_MS } from '@limpid/contract/durations';
import { expect, it } from 'vitest';
import { splitPairs } from './split-pairs.rule.ts';

const start = Date.parse('2026-11-02T00:30:00Z');
const pairsOf = (hours: readonly number[]) =>
  hours.map((hour) => ({ at: start + hour * HOUR_MS, raw: hour, reference: hour }));
const week = Array.from({ length: 168 }, (_, hour) => hour);

it('a quarter of a week is kept back, and both parts have every hour of the day', () => {
  const { fitted, heldOut } = splitPairs(pairsOf(week));
  expect(heldOut).toHaveLength(42);
  expect(fitted).toHaveLength(126);
  for (const part of [fitted, heldOut]) expect(new Set(part.map(({ raw }) => raw % 24)).size).toBe(24);
});

it('an hour is kept back whatever other hours are missing', () => {
  const all = new Set(splitPairs(pairsOf(week)).heldOut.map(({ at }) => at));
  const { fitted, heldOut } = splitPairs(pairsOf(week.filter((hour) => hour % 5 !== 0)));
  expect(heldOut.every(({ at }) => all.has(at))).toBe(true);
  expect(fitted.some(({ at }) => all.has(at))).toBe(false);
});
