import { MINUTE_MS } from '@limpid/contract/durations';
import { describe, expect, it } from 'vitest';
import { judgeMinuteRate } from './rate.rule.ts';

/** Values at minutes of an hour. */
const minutes = (...points: readonly [minute: number, value: number][]) => ({
  at: points.map(([minute]) => minute * MINUTE_MS),
  values: points.map(([, value]) => value),
});

describe('the change of minutes', () => {
  it('is that between values one interval apart, with the minutes between them', () => {
    const points = minutes([0, 10], [1, 12], [2, 60], [3, 61]);
    expect(judgeMinuteRate(points, { change: 30 }, 60)).toEqual({ value: 60, low: 12, high: 12, span: 1 });
    const slow = minutes([0, 10], [10, 60]);
    expect(judgeMinuteRate(slow, { change: 30 }, 600)).toMatchObject({ value: 60, low: 10, span: 10 });
  });

  it('says nothing across a gap, also where values come more often than the interval', () => {
    expect(judgeMinuteRate(minutes([0, 10], [40, 60]), { change: 30 }, 60)).toBeUndefined();
    expect(judgeMinuteRate(minutes([0, 10], [10, 60]), { change: 30 }, 300)).toBeUndefined();
    expect(judgeMinuteRate(minutes([0, 10], [2, 60]), { change: 30 }, 30)).toBeUndefined();
  });

  it('allows for an interval that is not of whole minutes', () => {
    expect(judgeMinuteRate(minutes([0, 10], [1, 10], [3, 60]), { change: 30 }, 90)).toBeDefined();
  });
});
