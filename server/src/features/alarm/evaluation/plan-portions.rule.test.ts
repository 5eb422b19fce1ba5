import { DAY_MS, MINUTE_MS } from '@limpid/contract/durations';
import { describe, expect, it } from 'vitest';
import type { EvaluatedRule } from './evaluated-rule.ts';
import { planPortions } from './plan-portions.rule.ts';

const now = 100 * DAY_MS;
const rule = { alarmType: 'limit', basis: 'minute' } as EvaluatedRule;
const tasks = (count: number, ageMs: number, one = rule) =>
  Array.from({ length: count }, (_, n) => ({ n, rule: one, start: now - ageMs }));
const sizes = (all: ReturnType<typeof tasks>) => [...planPortions(all, now)].map(({ length }) => length);

describe('portions of rules that are evaluated at once', () => {
  it('hold every rule of many sites with current values', () => {
    expect(sizes(tasks(10_000, 12 * MINUTE_MS))).toEqual([10_000]);
  });

  it('hold few rules with values of a month', () => {
    expect(sizes(tasks(25, 30 * DAY_MS))).toEqual([11, 11, 3]);
    expect(sizes(tasks(25, 30 * DAY_MS, { ...rule, basis: 'hour' }))).toEqual([25]);
  });

  it('hold at least one rule', () => {
    expect(sizes(tasks(2, 30 * DAY_MS, { ...rule, basis: 'realtime' }))).toEqual([1, 1]);
  });

  it('keep current values apart from old ones, and lose none', () => {
    const all = [...tasks(2, DAY_MS), ...tasks(3, MINUTE_MS)];
    expect(sizes(all)).toEqual([2, 3]);
    expect([...planPortions([], now)]).toEqual([]);
  });
});
