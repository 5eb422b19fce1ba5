import { HOUR_MS } from '@limpid/contract/durations';
import { describe, expect, it } from 'vitest';
import { judgeFlat, judgeInvalid, listSilences } from './signals.rule.ts';

/** Hours of the lowest and highest value, and of how many seconds were measured. */
const hours = (...values: ([low: number, high: number, covered?: number] | null)[]) => {
  const at = values.flatMap((value, hour) => (value ? [hour * HOUR_MS] : []));
  const present = values.flatMap((value) => (value ? [value] : []));
  return {
    at,
    values: present.map(([low]) => low),
    low: present.map(([low]) => low),
    high: present.map(([, high]) => high),
    covered: present.map(([, , covered = 3600]) => covered),
  };
};
const verdicts = (signals: { verdict: string }[]) => signals.map(({ verdict }) => verdict.charAt(0)).join('');

describe('a flat line', () => {
  it.each([
    [
      'one value for three hours',
      [
        [5, 5],
        [5, 5],
        [5, 5],
      ],
      'nnm',
    ],
    [
      'a value that moved once',
      [
        [5, 5],
        [5, 6],
        [5, 5],
        [5, 5],
        [5, 5],
      ],
      'nnnnm',
    ],
    [
      'two values, each for two hours',
      [
        [5, 5],
        [5, 5],
        [6, 6],
        [6, 6],
      ],
      'nnnn',
    ],
    ['hours with a gap', [[5, 5], [5, 5], null, [5, 5]], 'nnn'],
    [
      'hours with few values, of which any is equal to itself',
      [
        [5, 5, 60],
        [5, 5, 60],
        [5, 5, 2640],
        [5, 5],
      ],
      'nnnn',
    ],
  ] as const)('of three hours: %s', (_, values, expected) => {
    const line = hours(...values.map((one) => (one ? ([...one] as [number, number, number?]) : null)));
    expect(verdicts(judgeFlat([line], 3, 60))).toBe(expected);
  });

  it('takes two values: one hour of a station that reports hourly is none', () => {
    expect(verdicts(judgeFlat([hours([5, 5], [5, 5])], 1, 3600))).toBe('nm');
    expect(verdicts(judgeFlat([hours([5, 5])], 1, 1800))).toBe('m');
  });

  it('of any channel counts', () => {
    const moving = hours([1, 2], [2, 3], [3, 4]);
    expect(verdicts(judgeFlat([moving, hours([5, 5], [5, 5], [5, 5])], 3, 60))).toBe('nnm');
  });
});

describe('the share of invalid values', () => {
  it('is that of the last hours', () => {
    const counts = [
      { at: 0, sent: 100, valid: 100 },
      { at: HOUR_MS, sent: 100, valid: 50 },
      { at: 2 * HOUR_MS, sent: 100, valid: 0 },
    ];
    expect(judgeInvalid(counts, 2)).toEqual([
      { at: HOUR_MS, value: 0 },
      { at: 2 * HOUR_MS, value: 25 },
      { at: 3 * HOUR_MS, value: 75 },
    ]);
  });

  it('says nothing about hours without values', () => {
    expect(judgeInvalid([{ at: 0, sent: 0, valid: 0 }], 1)).toEqual([]);
  });
});

describe('silences', () => {
  it('begin when the window has passed, and end with the next reading', () => {
    expect(listSilences([0, 10, 50], 20, 100)).toEqual([
      { at: 0, value: null, verdict: 'normal' },
      { at: 10, value: null, verdict: 'normal' },
      { at: 30, value: null, verdict: 'met' },
      { at: 50, value: null, verdict: 'normal' },
      { at: 70, value: null, verdict: 'met' },
    ]);
  });
});
