import { HOUR_MS } from '@limpid/contract/durations';
import { describe, expect, it } from 'vitest';
import { judgeFlat, judgeInvalid, listSilences } from './signals.rule.ts';

const hours = (...values: ([number, number] | null)[]) => {
  const at = values.flatMap((value, hour) => (value ? [hour * HOUR_MS] : []));
  const present = values.flatMap((value) => (value ? [value] : []));
  return {
    at,
    values: present.map(([low]) => low),
    low: present.map(([low]) => low),
    high: present.map(([, high]) => high),
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
  ] as const)('of three hours: %s', (_, values, expected) => {
    const line = hours(...values.map((one): [number, number] | null => (one ? [one[0], one[1]] : null)));
    expect(verdicts(judgeFlat([line], 3))).toBe(expected);
  });

  it('of any channel counts', () => {
    const moving = hours([1, 2], [2, 3], [3, 4]);
    expect(verdicts(judgeFlat([moving, hours([5, 5], [5, 5], [5, 5])], 3))).toBe('nnm');
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
