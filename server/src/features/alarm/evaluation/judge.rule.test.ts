import { compareMethods } from '@limpid/contract/alarm/alarm-rule';
import { MINUTE_MS } from '@limpid/contract/durations';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canMeet, judgeValue, listChanges } from './judge.rule.ts';

describe('judging a value', () => {
  it.each([
    ['gt', 100, 10, 100, 'between'],
    ['gt', 100, 10, 100.1, 'met'],
    ['gt', 100, 10, 90, 'normal'],
    ['gt', 100, 10, 90.1, 'between'],
    ['gt', 100, 0, 100, 'normal'],
    ['ge', 100, 0, 100, 'met'],
    ['ge', 100, 0, 99.9, 'normal'],
    ['ge', 100, 10, 90, 'between'],
    ['ge', 100, 10, 89.9, 'normal'],
    // The dead band of a lower limit is above it.
    ['lt', 10, 2, 9.9, 'met'],
    ['lt', 10, 2, 10, 'between'],
    ['lt', 10, 2, 11.9, 'between'],
    ['lt', 10, 2, 12, 'normal'],
    ['lt', 10, 2, 8, 'met'],
    ['le', 10, 0, 10, 'met'],
    ['le', 10, 0, 10.1, 'normal'],
    ['le', 10, 2, 12, 'between'],
    ['le', 10, 2, 12.1, 'normal'],
    ['eq', 0.3, 0, 0.1 + 0.2, 'met'],
    ['eq', 0.3, 0, 0.4, 'normal'],
    ['eq', 0, 0, -0.04, 'met'],
    ['ne', 0.3, 0, 0.1 + 0.2, 'normal'],
    ['ne', 0.3, 0, 0.4, 'met'],
  ] as const)('%s %d with a dead band of %d: %d is %s', (compare, threshold, deadBand, value, verdict) => {
    expect(judgeValue({ compare, threshold, deadBand, decimals: 1 }, value)).toBe(verdict);
  });

  it('is never between without a dead band', () => {
    const numbers = fc.double({ min: -1000, max: 1000, noNaN: true });
    fc.assert(
      fc.property(fc.constantFrom(...compareMethods), numbers, numbers, (compare, threshold, value) => {
        expect(judgeValue({ compare, threshold, deadBand: 0, decimals: 2 }, value)).not.toBe('between');
      }),
    );
  });
});

describe('a range of numbers', () => {
  const numbers = fc.oneof(fc.double({ min: -5, max: 5, noNaN: true }), fc.constantFrom(0, 0.05, 0.25, 0.3));

  it('can meet a condition if a number within does', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...compareMethods),
        numbers,
        fc.array(numbers, { minLength: 3, maxLength: 3 }),
        (compare, threshold, values) => {
          const [low = 0, value = 0, high = 0] = values.toSorted((a, b) => a - b);
          const condition = { compare, threshold, deadBand: 0, decimals: 1 };
          if (judgeValue(condition, value) === 'met') expect(canMeet(condition, low, high)).toBe(true);
        },
      ),
    );
  });

  it.each([
    ['gt', 3, 5, false],
    ['ge', 3, 5, true],
    ['lt', 5, 6, false],
    ['le', 5, 6, true],
    ['eq', 4, 4.9, false],
    ['eq', 4, 6, true],
    ['eq', 5.04, 6, true],
    ['ne', 4.99, 5.01, false],
    ['ne', 4.9, 5, true],
  ] as const)('%s 5 can be met from %d to %d: %s', (compare, low, high, expected) => {
    expect(canMeet({ compare, threshold: 5, deadBand: 0, decimals: 1 }, low, high)).toBe(expected);
  });
});

describe('changes over a period', () => {
  const minutes = (...values: (number | null)[]) =>
    values.flatMap((value, minute) => (value === null ? [] : [{ at: minute * MINUTE_MS, value }]));

  it('compares each value with the last one at least a period before', () => {
    expect(listChanges(minutes(1, 2, 4, 8), 2 * MINUTE_MS)).toEqual([
      { at: 2 * MINUTE_MS, value: 3 },
      { at: 3 * MINUTE_MS, value: 6 },
    ]);
  });

  it('leaves out changes across a gap', () => {
    const values = minutes(1, null, null, null, null, 50, 51);
    expect(listChanges(values, 2 * MINUTE_MS)).toEqual([]);
  });

  it('does not compare a value with itself', () => {
    expect(listChanges(minutes(5), MINUTE_MS)).toEqual([]);
  });
});
