import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packDay, unpackDay } from '../blocks/block.rule.ts';
import { joinReadings } from '../blocks/block.store.ts';
import { joinEntries, mergeReadings } from '../merge.rule.ts';
import { float, makePacketReading, makeReading, somePackets, testMoment, toRow } from '../reading.fixture.ts';
import { packetKind, type Reading, type ReadingKey } from '../reading.ts';
import { editValue, findEntry, importedEntry, type RequestedValue } from './edit.rule.ts';

const place: ReadingKey = { siteId: 7, kind: packetKind.realtime, ts: testMoment, hour: testMoment };
const merge = (one: Reading, other: Reading) => mergeReadings(one, other).merged;
const mergeAll = (readings: Reading[]) => toRow(readings.reduce(merge));
const valueAt = (reading: Reading, slot: number) => reading.values[reading.slots.indexOf(slot)];

const slot = fc.integer({ min: 1, max: 4 });
const requestedValue: fc.Arbitrary<RequestedValue> = fc.oneof(
  fc.record({ value: fc.option(float) }),
  fc.constant<RequestedValue>({ withdrawn: true }),
);
/** Manual changes that are independent of each other, each with its own moment. */
const edits = fc.array(fc.tuple(slot, requestedValue, fc.nat(4)), { maxLength: 4 });
const imports = fc.array(fc.tuple(slot, float), { maxLength: 3 });

const everything = fc
  .tuple(somePackets, edits, imports)
  .map(([packets, changes, files]) => [
    ...packets.map(makePacketReading),
    ...changes.map(([at, what, when]) => editValue(place, undefined, at, what, when)),
    ...files.map(([at, value]) => joinEntries(place, [importedEntry(at, value)])),
  ]);

describe('packets, imports and manual changes', () => {
  it('give the same row in any order and with any repetition', () => {
    const orders = everything.chain((all) =>
      fc.tuple(
        fc.constant(all),
        fc.shuffledSubarray([...all, ...all], { minLength: all.length * 2 }),
        fc.nat(all.length),
      ),
    );
    fc.assert(
      fc.property(orders, ([once, shuffled, half]) => {
        const expected = mergeAll(once);
        expect(mergeAll(shuffled)).toEqual(expected);
        // The first ones are packed, the others arrive late.
        const packed = unpackDay(7, packDay([once.slice(0, Math.max(1, half)).reduce(merge)]));
        const { readings } = joinReadings(packed, once.slice(Math.max(1, half)));
        expect(readings.map(toRow)).toEqual([expected]);
      }),
      { numRuns: 300 },
    );
  });

  it('let the last manual change count, whatever packets follow', () => {
    fc.assert(
      fc.property(somePackets, somePackets, fc.option(float), (before, after, value) => {
        const stored = before.map(makePacketReading).reduce(merge);
        const edit = editValue(place, stored, 1, { value }, 5);
        const later = [edit, ...after.map(makePacketReading)].reduce(merge, stored);
        expect(valueAt(later, 1)).toBe(value);
        const back = merge(later, editValue(place, later, 1, { withdrawn: true }, 0));
        const measured = [...before, ...after].map(makePacketReading).reduce(merge);
        expect(valueAt(back, 1) ?? null).toBe(valueAt(measured, 1) ?? null);
        expect(findEntry(back, 1)?.raw ?? null).toBe(findEntry(measured, 1)?.raw ?? null);
      }),
    );
  });
});

describe('a manual change', () => {
  const stored = makeReading(7, 10, { rank: 4 });

  it('keeps the measured value, also if it is sent again', () => {
    const edited = merge(stored, editValue(place, stored, 1, { value: 20 }, 100));
    expect(edited.values).toEqual([20]);
    const { merged, replaced } = mergeReadings(edited, makeReading(7, 11, { rank: 6 }));
    expect(merged.values).toEqual([20]);
    expect(findEntry(merged, 1)).toMatchObject({ raw: 11, rank: 6 });
    expect(replaced).toMatchObject([{ lost: { raw: 10 }, kept: { raw: 11 } }]);
  });

  it('takes precedence over the change it follows, even by a clock that is behind', () => {
    const first = merge(stored, editValue(place, stored, 1, { value: 20 }, 100));
    const second = merge(first, editValue(place, first, 1, { value: 30 }, 50));
    expect(second.values).toEqual([30]);
  });
});

describe('an imported value', () => {
  const imported = joinEntries(place, [importedEntry(1, 5)]);

  it('gives way to a measurement of any rank, and is not reported as replaced if both are equal', () => {
    const measured = makeReading(7, 6, { rank: 0 });
    expect(merge(imported, measured).values).toEqual([6]);
    expect(merge(measured, imported).values).toEqual([6]);
    expect(mergeReadings(imported, makeReading(7, 5, { rank: 9 })).replaced).toEqual([]);
  });

  it('can be distinguished from a measured one', () => {
    expect(findEntry(imported, 1)?.bits).toBe(32);
    expect(findEntry(merge(imported, makeReading(7, 5)), 1)?.bits).toBe(0);
  });
});
