import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eachMarked, packMarks, unpackMarks } from './marks.rule.ts';
import { float } from './reading.fixture.ts';

const edit = fc.oneof(
  fc.record({ rank: fc.nat(2 ** 46), withdrawn: fc.constant(false), measured: fc.option(float) }),
  fc.record({ rank: fc.nat(2 ** 46), withdrawn: fc.constant(true), measured: fc.constant(null) }),
);
const mark = fc.record(
  {
    slot: fc.integer({ min: 1, max: 250 }),
    flag: fc.constantFrom(...'NSDCMTBF?0'),
    bits: fc.constantFrom(0, 1, 2, 3, 16, 32),
    raw: fc.option(float),
    rank: fc.option(fc.nat(Number.MAX_SAFE_INTEGER)),
    edit,
  },
  { requiredKeys: ['slot', 'flag', 'bits', 'raw', 'rank'] },
);

describe('marks as bytes', () => {
  it('are restored exactly, in the order of slots', () => {
    const list = fc.uniqueArray(mark, { selector: ({ slot }) => slot });
    fc.assert(
      fc.property(list, (marks) => {
        const sorted = marks.toSorted((a, b) => a.slot - b.slot);
        expect(unpackMarks(packMarks(marks))).toEqual(sorted);
        const found: unknown[] = [];
        eachMarked(packMarks(marks) ?? Buffer.alloc(0), (...about) => found.push(about));
        const expected = sorted.map((one) => {
          const isEdited = one.edit?.withdrawn === false;
          const isOutside = (one.bits & 1) === 1 && !isEdited;
          const outside = (isOutside ? one.raw : null) ?? undefined;
          return [one.slot, one.bits !== 16, isEdited, outside, one.bits === 32];
        });
        expect(found).toEqual(expected);
      }),
    );
  });

  it('take no bytes in the plain case, and few otherwise', () => {
    expect(packMarks([])).toBeNull();
    expect(unpackMarks(null)).toEqual([]);
    const plain = { slot: 1, flag: 'D', bits: 0, raw: null, rank: null };
    expect(packMarks([plain])).toHaveLength(4);
    expect(packMarks([{ ...plain, raw: 1, rank: 2 }])).toHaveLength(16);
  });

  it('are refused if their version is unknown', () => {
    expect(() => unpackMarks(Buffer.from([2, 1, 78, 0]))).toThrow(/version 2/);
  });
});
