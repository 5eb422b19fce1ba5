import { MINUTE_MS } from '@limpid/contract/durations';
import { describe, expect, it } from 'vitest';
import { isFlatLineShared, judgeFlatLine, judgeMinuteFlatLine } from './flat-line.rule.ts';

/** A day that moves or stays as often as its pattern, with so many equal hours in its middle. */
function makeDay(pattern: readonly number[], equal: number, value: number): Float64Array {
  const around = Array.from({ length: 24 }, (_, at) => pattern[at % pattern.length] ?? 0);
  return Float64Array.from([...around, ...Array.from({ length: equal }, () => value), ...around]);
}

const moving = [10, 12, 11, 13];
const coarse = [3, 3, 3, 3, 3, 4, 4, 4, 4, 4];
const limits = { span: 4, floor: 2, rarity: 2000 };

describe('a flat line', () => {
  it('of four hours is flagged where the channel moves every hour', () => {
    expect(judgeFlatLine(makeDay(moving, 4, 20), 25, limits)).toMatchObject({ value: 20, span: 4 });
  });

  it('of ten hours is not where the channel keeps its value most of the time', () => {
    expect(judgeFlatLine(makeDay(coarse, 10, 6), 28, limits)).toBeUndefined();
  });

  it('is flagged there by its length alone if the rule has no chance', () => {
    expect(judgeFlatLine(makeDay(coarse, 10, 6), 28, { ...limits, rarity: null })).toBeDefined();
  });

  it('is flagged by a chance that is as large as its own', () => {
    const hours = makeDay(moving, 3, 20);
    // One of 50 steps is added as kept, and two steps of the line keep it.
    const judge = (rarity: number) => judgeFlatLine(hours, 25, { span: 3, floor: 2, rarity });
    expect(judge(400)).toBeDefined();
    expect(judge(3000)).toBeUndefined();
  });

  it('at the floor is not flagged, also where the floor is no number of 32 bits', () => {
    const hours = makeDay([0.6, 0.7], 6, Math.fround(0.4));
    expect(judgeFlatLine(hours, 26, { ...limits, floor: 0.4 })).toBeUndefined();
  });

  it('is shared if the neighbours kept their values meanwhile, and not if they moved', () => {
    const hours = makeDay(moving, 6, 20);
    const still = [1, 2, 3, 4, 5].map((value) => makeDay(moving, 6, value));
    const busy = [1, 2, 3, 4, 5].map((value) => makeDay(moving, 6, value).map((hour, at) => hour + (at % 3)));
    expect(isFlatLineShared(hours, 26, still, limits)).toBe(true);
    expect(isFlatLineShared(hours, 26, busy, limits)).toBe(false);
  });
});

describe('a flat line of minutes', () => {
  /** So many equal values, each a step after the one before. */
  const line = (count: number, step: number, start = 0) =>
    Array.from({ length: count }, (_, index) => (start + index * step) * MINUTE_MS);
  const judge = (at: number[], interval: number, span = 60) =>
    judgeMinuteFlatLine({ at, values: at.map(() => 20) }, { span, floor: 2 }, interval);

  it('is as long as the time from the first value to the last and one interval', () => {
    expect(judge(line(60, 1), 60)).toMatchObject({ value: 20, span: 60 });
    expect(judge(line(59, 1), 60)).toBeUndefined();
    expect(judge(line(6, 10), 600)).toMatchObject({ span: 60 });
    expect(judge(line(5, 10), 600)).toBeUndefined();
  });

  it('ends at a gap', () => {
    expect(judge([...line(20, 1), ...line(20, 1, 40)], 60, 30)).toBeUndefined();
    expect(judge([...line(10, 1), ...line(35, 1, 20)], 60, 30)).toMatchObject({ span: 35 });
  });

  it('has at least two values', () => {
    expect(judge([0], 3600)).toBeUndefined();
  });
});
