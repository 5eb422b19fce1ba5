import { MINUTE_MS } from '@limpid/contract/durations';
import { expect, it } from 'vitest';
import { packetKind, type Reading } from '../reading.ts';
import { listUnmarked, mayChange, recheckReading } from './recheck-ranges.rule.ts';

const channel = { channelId: 2, slot: 2, code: 'PM10', min: 0, max: 10_000 };
const coefficients = [{ since: 0, k: 2, b: 0 }];
/** A value that K and B placed at a limit. */
const limited = (raw: number, value: number): Reading => ({
  siteId: 1,
  kind: packetKind.minute,
  ts: MINUTE_MS,
  hour: 0,
  rank: 1,
  slots: [2],
  values: [value],
  marks: [{ slot: 2, flag: 'N', bits: 0, raw, rank: null }],
});
const judge = (reading: Reading, max: number, oldLimits: number[]) => {
  const rechecks = new Map([[2, { channel: { ...channel, max }, coefficients, oldLimits }]]);
  expect(mayChange(reading, rechecks) || recheckReading(reading, rechecks) === undefined).toBe(true);
  return recheckReading(reading, rechecks)?.values[0];
};

it('corrects a value at the old limit within the wider range', () => {
  expect(judge(limited(1500, 2000), 10_000, [0, 2000])).toBe(3000);
  expect(judge(limited(1500, 2000), 2500, [0, 2000])).toBe(2500);
  // The range was widened twice before the worker ran.
  expect(judge(limited(900, 1500), 10_000, [0, 1000, 0, 1500])).toBe(1800);
});

it('corrects a value that was sent as the old limit itself, although it has no mark', () => {
  const plain = (value: number) => ({ ...limited(value, value), marks: [] });
  expect(judge(plain(2000), 10_000, [0, 2000])).toBe(4000);
  expect(judge(plain(2000), 3000, [0, 2000])).toBe(3000);
  expect(judge(plain(2000), 10_000, [0, 2400])).toBeUndefined();
  const edit = { rank: 1, withdrawn: false, measured: 2000 };
  const edited = {
    ...limited(2000, 7),
    marks: [{ slot: 2, flag: 'N', bits: 0, raw: null, rank: null, edit }],
  };
  // The manual change still counts; the measured value below it has changed.
  expect(judge(edited, 10_000, [0, 2000])).toBe(7);
});

it('reads unmarked values only if K and B move an old limit', () => {
  const limits = (k: number, b: number) => [
    ...listUnmarked(new Map([[2, { channel, coefficients: [{ since: 0, k, b }], oldLimits: [0, 2000] }]])),
  ];
  expect(limits(1, 0)).toEqual([]);
  expect(limits(2, 0)).toEqual([[2, [2000]]]);
  expect(limits(1, -3)).toEqual([[2, [0, 2000]]]);
});

it('changes nothing for a narrower range, or for a limit that was not in force', () => {
  expect(judge(limited(9000, 10_000), 9500, [0, 10_000])).toBeUndefined();
  expect(judge(limited(1500, 2000), 10_000, [0, 2400])).toBeUndefined();
  expect(judge(limited(700, 1400), 10_000, [0, 2000])).toBeUndefined();
});
