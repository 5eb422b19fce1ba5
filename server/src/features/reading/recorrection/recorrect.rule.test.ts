import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { correctValue } from '../correct.rule.ts';
import { bits, type Mark, packetKind, type Reading } from '../reading.ts';
import { recorrectReading } from './recorrect.rule.ts';

const channel = { channelId: 2, slot: 2, code: 'PM10', min: 0, max: 1000 };
const line = (k: number, b: number) => [{ since: 0, k, b }];
const recorrection = { channel, coefficients: line(2, 1), replaced: line(1, 0) };

function reading(value: number | null, mark?: Partial<Mark>, extremes?: Reading['extremes']): Reading {
  return {
    siteId: 1,
    kind: packetKind.minute,
    ts: 60_000,
    hour: 0,
    rank: 1,
    slots: [1, 2],
    values: [7, value],
    marks: mark ? [{ slot: 2, flag: 'N', bits: 0, raw: null, rank: null, ...mark }] : [],
    ...(extremes && { extremes }),
  };
}

describe('a stored value', () => {
  it.each<[string, Reading, number | null | undefined]>([
    ['without K and B is corrected', reading(10), 21],
    ['with other K and B is corrected from what was sent', reading(30, { raw: 10 }), 21],
    ['that has them already stays', reading(21, { raw: 10 }), undefined],
    ['is cut at the range', reading(900), 1000],
    ['with a flag stays', reading(null, { flag: 'D', raw: 10 }), undefined],
    ['out of range stays', reading(null, { bits: bits.range, raw: 5000 }), undefined],
    ['from a file stays', reading(10, { bits: bits.imported }), undefined],
  ])('%s', (_, given, expected) => {
    expect(recorrectReading(given, recorrection)?.values[1]).toBe(expected);
  });

  it('keeps the change of a person, and is corrected below it', () => {
    const edited = reading(99, { edit: { rank: 5, withdrawn: false, measured: 10 } });
    const found = recorrectReading(edited, recorrection);
    expect(found?.values).toEqual([7, 99]);
    expect(found?.marks[0]).toMatchObject({ raw: 10, edit: { measured: 21 } });
  });

  it('takes Min and Max of its mean along, once', () => {
    const given = reading(40, { raw: 20 }, [{ slot: 2, low: 20, high: 60 }]);
    const from = { ...recorrection, replaced: line(2, 0) };
    const found = recorrectReading(given, from);
    expect(found?.extremes).toEqual([{ slot: 2, low: 21, high: 61 }]);
    expect(found && recorrectReading(found, from)).toBeUndefined();
  });

  test('is the same whether it was stored before the change or after it, and again after a way back', () => {
    const amount = fc.integer({ min: 1, max: 400 }).map((value) => value / 8);
    fc.assert(
      fc.property(amount, amount, amount, amount, amount, (raw, k, b, otherK, otherB) => {
        const store = (coefficients: typeof recorrection.coefficients) => {
          const { value, mark } = correctValue(raw, 'N', channel, coefficients, 60_000);
          return { ...reading(value), marks: mark ? [mark] : [] };
        };
        const [one, other] = [line(k, b), line(otherK, otherB)];
        const before = store(one);
        const after = recorrectReading(before, { channel, coefficients: other, replaced: one }) ?? before;
        expect(after).toEqual(store(other));
        expect(recorrectReading(after, { channel, coefficients: one, replaced: other }) ?? after).toEqual(
          before,
        );
      }),
    );
  });
});
