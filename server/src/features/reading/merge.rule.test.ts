import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSameReading, mergeReadings } from './merge.rule.ts';
import { makePacketReading, makeReading, somePackets, toRow } from './reading.fixture.ts';
import type { Reading } from './reading.ts';

const merge = (one: Reading, other: Reading) => mergeReadings(one, other).merged;
const mergeAll = (readings: Reading[]) => toRow(readings.reduce(merge));

describe('readings with the same key', () => {
  it('give the same row in any order and with any repetition', () => {
    const orders = somePackets.chain((packets) =>
      fc.tuple(
        fc.constant(packets.map(makePacketReading)),
        fc.shuffledSubarray([...packets, ...packets].map(makePacketReading), {
          minLength: packets.length * 2,
        }),
      ),
    );
    fc.assert(
      fc.property(orders, ([once, shuffled]) => {
        expect(mergeAll(shuffled)).toEqual(mergeAll(once));
      }),
      { numRuns: 400 },
    );
  });

  it('can be merged in any groups', () => {
    const three = fc.array(somePackets, { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(three, (groups) => {
        const [a, b, c] = groups.map((packets) => packets.map(makePacketReading).reduce(merge));
        if (!a || !b || !c) throw new Error('groups are missing');
        expect(toRow(merge(merge(a, b), c))).toEqual(toRow(merge(a, merge(b, c))));
        expect(toRow(merge(a, b))).toEqual(toRow(merge(b, a)));
        expect(toRow(merge(a, a))).toEqual(toRow(a));
        expect(isSameReading(merge(a, a), a)).toBe(true);
      }),
    );
  });

  it('report every replaced value, and no other', () => {
    fc.assert(
      fc.property(somePackets, (packets) => {
        const whole = packets.map(makePacketReading).reduce(merge);
        for (const packet of packets.map(makePacketReading)) {
          const { merged, replaced } = mergeReadings(whole, packet);
          expect(toRow(merged)).toEqual(toRow(whole));
          for (const { lost, kept } of replaced)
            expect([lost.raw, lost.flag]).not.toEqual([kept.raw, kept.flag]);
        }
      }),
    );
  });
});

describe('the value that stays of two', () => {
  const earlier = makeReading(1, 10, { rank: 4 });

  it('comes from the later packet', () => {
    const later = makeReading(1, 9, { rank: 6 });
    const { merged, replaced } = mergeReadings(later, earlier);
    expect(toRow(merged)).toEqual({ rank: 6, columns: { s1: 9 }, marks: null, extremes: null });
    expect(replaced).toMatchObject([{ slot: 1, lost: { raw: 10 }, kept: { raw: 9 } }]);
  });

  it('comes from the re-issued packet of two with the same QN', () => {
    expect(merge(makeReading(1, 9, { rank: 5 }), earlier).values).toEqual([9]);
  });

  it('is the same if both are equal, and nothing is reported as replaced', () => {
    const again = mergeReadings(earlier, makeReading(1, 10, { rank: 6 }));
    expect(again.replaced).toEqual([]);
    expect(again.merged.rank).toBe(6);
  });
});

it('is not changed by a repeat, whatever settings have changed since', () => {
  const first = makeReading(7, 20, { rank: 4 });
  const outOfRange = { slot: 1, flag: 'N', bits: 1, raw: 20, rank: null };
  const again = { ...first, values: [null], marks: [outOfRange] };
  const corrected = { ...first, values: [40], marks: [{ ...outOfRange, bits: 0 }] };
  for (const repeat of [again, corrected]) {
    expect(isSameReading(merge(first, repeat), first)).toBe(true);
    expect(mergeReadings(first, repeat).replaced).toEqual([]);
  }
});
