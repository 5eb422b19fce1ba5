import { MINUTE_MS, SECOND_MS } from '@limpid/contract/durations';
import { expect, it } from 'vitest';
import { listLinkageValues, silenceMs, stepOf } from './values.rule.ts';

it.each<[string, { at: number[]; values: number[] }, (number | null)[]]>([
  ['nothing', { at: [], values: [] }, []],
  ['values at every step', { at: [0, 60_000, 120_000], values: [1, 2, 3] }, [1, 2, 3]],
  ['a value that is a little late', { at: [0, 60_000, 150_000], values: [1, 2, 3] }, [1, 2, 3]],
  ['a missing value', { at: [0, 60_000, 180_000], values: [1, 2, 3] }, [1, 2, null, 3]],
  ['a long gap, which is one missing value', { at: [0, 3_600_000], values: [1, 2] }, [1, null, 2]],
  ['an invalid value', { at: [0, 60_000], values: [1, Number.NaN] }, [1, null]],
  ['a stored number a little below what was sent', { at: [0], values: [Math.fround(0.7)] }, [0.7]],
])('lists %s', (_, points, expected) => {
  const listed = listLinkageValues(points, { basis: 'realtime', stepMs: MINUTE_MS });
  expect(listed.map(({ value }) => value)).toEqual(expected);
});

it('takes the end of a minute for its moment', () => {
  const listed = listLinkageValues({ at: [0], values: [1] }, { basis: 'minute', stepMs: MINUTE_MS });
  expect(listed).toEqual([{ at: MINUTE_MS, value: 1 }]);
});

it.each<['realtime' | 'minute', number, number]>([
  ['realtime', 30, 30 * SECOND_MS],
  ['realtime', 0, SECOND_MS],
  ['minute', 30, MINUTE_MS],
  ['minute', 300, 5 * MINUTE_MS],
])('the step of %s values of a station that reports every %i s is %i ms', (basis, seconds, expected) => {
  expect(stepOf(basis, seconds)).toBe(expected);
});

it('silence is longer than the values that would stop a cannon', () => {
  expect([silenceMs(MINUTE_MS, 3), silenceMs(SECOND_MS, 3)]).toEqual([4 * MINUTE_MS, 30 * SECOND_MS]);
});
