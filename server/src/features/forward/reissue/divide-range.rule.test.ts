import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countIn, divideRange, type MomentSpan, mergeSpans } from './divide-range.rule.ts';

const range = { from: 10, to: 99 };
const skip = { acknowledged: false };

describe('what a reissue sends', () => {
  it('is everything where nothing was ever sent', () => {
    expect(divideRange(range, undefined, [], skip)).toEqual({
      wanted: [range],
      settled: [],
      waiting: [],
      paused: [],
    });
  });

  it('leaves out what was acknowledged, and what is sent anyway', () => {
    const lane = { startedAt: 29, sentUntil: 79 };
    expect(divideRange(range, lane, [{ from: 40, to: 49 }], skip)).toEqual({
      wanted: [{ from: 10, to: 29 }],
      settled: [
        { from: 30, to: 39 },
        { from: 50, to: 79 },
      ],
      waiting: [
        { from: 40, to: 49 },
        { from: 80, to: 99 },
      ],
      paused: [],
    });
  });

  it('has what was acknowledged, too, if it is asked for', () => {
    const lane = { startedAt: 29, sentUntil: 79 };
    expect(divideRange(range, lane, [{ from: 40, to: 49 }], { acknowledged: true })).toMatchObject({
      wanted: [
        { from: 10, to: 39 },
        { from: 50, to: 79 },
      ],
      settled: [],
    });
  });

  it('and what is left out are together the range, each moment once', () => {
    const span = fc
      .tuple(fc.integer({ min: 0, max: 120 }), fc.integer({ min: 0, max: 30 }))
      .map(([from, length]): MomentSpan => ({ from, to: from + length }));
    const lane = fc.option(
      fc
        .tuple(fc.integer({ min: 0, max: 120 }), fc.integer({ min: 0, max: 60 }))
        .map(([startedAt, length]) => ({ startedAt, sentUntil: startedAt + length })),
      { nil: undefined },
    );
    const spans = fc.array(span, { maxLength: 4 });
    fc.assert(
      fc.property(
        lane,
        spans,
        spans,
        spans,
        spans,
        fc.boolean(),
        (progress, gaps, paused, reissued, skipped, acknowledged) => {
          const options = { acknowledged, paused, reissued, skipped };
          const divided = divideRange(range, progress, gaps, options);
          for (let at = range.from; at <= range.to; at++) {
            const count = (found: readonly MomentSpan[]) =>
              found.filter(({ from, to }) => from <= at && at <= to).length;
            const isAhead = progress !== undefined && at > progress.sentUntil;
            const isPassed = progress !== undefined && at > progress.startedAt && !isAhead;
            const isDelivered = (isPassed || count(reissued) > 0) && count(skipped) === 0;
            const find = () => {
              if (count(gaps) > 0 || isAhead) return 'waiting';
              if (count(paused) > 0) return 'paused';
              return isDelivered && !acknowledged ? 'settled' : 'wanted';
            };
            const expected = { wanted: 0, settled: 0, waiting: 0, paused: 0, [find()]: 1 };
            const { wanted, settled, waiting } = divided;
            const found = [wanted, settled, waiting, divided.paused].map(count);
            expect(found).toEqual(Object.values(expected));
          }
        },
      ),
    );
  });
});

describe('spans', () => {
  it('are merged where they touch', () => {
    expect(
      mergeSpans([
        { from: 5, to: 6 },
        { from: 1, to: 2 },
        { from: 3, to: 4 },
        { from: 9, to: 9 },
      ]),
    ).toEqual([
      { from: 1, to: 6 },
      { from: 9, to: 9 },
    ]);
  });

  it('count the moments within them, both ends included', () => {
    expect(countIn([1, 2, 3, 5, 8], { from: 2, to: 5 })).toBe(3);
    expect(countIn([], { from: 2, to: 5 })).toBe(0);
  });
});
