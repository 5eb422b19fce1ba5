import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openRanks, pageUnits } from './rank-units.rule.ts';

const rankUnits = (
  all: readonly { value: number | null; before: number | null }[],
  order: 'asc' | 'desc',
) => {
  const ranksOf = openRanks(all, order);
  return all.map((unit) => ({ ...unit, ...ranksOf(unit) }));
};
const value = fc.option(fc.integer({ min: 0, max: 9 }), { nil: null });
const units = fc.array(fc.record({ value, before: value }), { maxLength: 30 });

describe('ranks', () => {
  it('are one more than the number of better units, shared by equal ones, for any units', () => {
    fc.assert(
      fc.property(units, fc.constantFrom('asc' as const, 'desc' as const), (all, order) => {
        for (const unit of rankUnits(all, order)) {
          const { value: own } = unit;
          if (own === null) expect(unit.rank).toBeNull();
          else {
            const better = all.filter(
              ({ value: other }) => other !== null && (order === 'desc' ? other > own : other < own),
            );
            expect(unit.rank).toBe(better.length + 1);
          }
        }
      }),
    );
  });

  it('do not move if all units change alike', () => {
    fc.assert(
      fc.property(units, (all) => {
        const shifted = all.map(({ value: own }) => ({ value: own, before: own === null ? null : own + 5 }));
        expect(rankUnits(shifted, 'desc').every(({ rankChange }) => !rankChange)).toBe(true);
      }),
    );
  });

  it('compare only units with a value in both periods', () => {
    const ranked = rankUnits(
      [
        { value: 90, before: null },
        { value: 50, before: 10 },
        { value: 40, before: 20 },
      ],
      'desc',
    );
    expect(ranked.map(({ rank, rankChange }) => [rank, rankChange])).toEqual([
      [1, null],
      [2, 1],
      [3, -1],
    ]);
  });
});

it('sorts units without a value last in either direction, and equal ones by their rank', () => {
  const units = [
    { value: null, before: null },
    { value: 1, before: 0 },
    { value: 2, before: null },
    { value: 3, before: 2 },
  ];
  const sort = (by: 'rank' | 'value' | 'change' | 'rankChange', desc: boolean) => {
    const ranksOf = openRanks(units, 'desc');
    const sorting = { sort: { by, desc }, order: 'desc' as const, ranksOf, nameOf: () => '', language: 'en' };
    return pageUnits(units, sorting, { offset: 0, limit: 10 }).map((one) => one.value);
  };
  expect([sort('value', false), sort('value', true)]).toEqual([
    [1, 2, 3, null],
    [3, 2, 1, null],
  ]);
  expect(sort('rank', false)).toEqual([3, 2, 1, null]);
  expect(sort('change', false)).toEqual([3, 1, 2, null]);
  expect(sort('rankChange', true)).toEqual([3, 1, 2, null]);
});

it('has the same units by page as in one piece', () => {
  fc.assert(
    fc.property(
      units,
      fc.constantFrom('rank' as const, 'value' as const, 'change' as const, 'rankChange' as const),
      fc.boolean(),
      fc.integer({ min: 1, max: 7 }),
      (all, by, desc, limit) => {
        const ranksOf = openRanks(all, 'desc');
        const sorting = {
          sort: { by, desc },
          order: 'desc' as const,
          ranksOf,
          nameOf: () => '',
          language: 'en',
        };
        const offsets = all.map((_, place) => place).filter((place) => place % limit === 0);
        const pages = offsets.flatMap((offset) => pageUnits(all, sorting, { offset, limit }));
        expect(pages).toEqual(pageUnits(all, sorting, { offset: 0, limit: all.length }));
        expect(pages).toHaveLength(all.length);
      },
    ),
  );
});
