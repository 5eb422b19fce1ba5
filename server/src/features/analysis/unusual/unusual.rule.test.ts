import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findUnusual, type UnusualInput } from './unusual.rule.ts';

/** Median 50, median deviation 2. */
const days = [46, 48, 48, 50, 50, 52, 52, 54];
const calm: UnusualInput = {
  value: 50,
  sameHour: days,
  neighbours: () => [],
  decimals: 0,
  minValue: 0,
  levelTwoLimit: 150,
};

describe('an unusual value', () => {
  it.each([
    [58, null],
    // Displayed as 58, the upper bound.
    [58.4, null],
    [58.6, 'aboveUsual'],
    [42, null],
    [41.4, 'belowUsual'],
  ])('beside the same hour with median 50 and deviation 2: %d gives %s', (value, kind) => {
    expect(findUnusual({ ...calm, value })?.kind ?? null).toBe(kind);
  });

  it('states the range of what is usual, which ends at the lowest possible value', () => {
    expect(findUnusual({ ...calm, value: 80 })).toMatchObject({ usual: 50, lower: 42, upper: 58, count: 8 });
    const wide = [1, 1, 1, 5, 5, 9, 9, 9];
    expect(findUnusual({ ...calm, sameHour: wide, value: 80 })).toMatchObject({
      usual: 5,
      lower: 0,
      upper: 21,
    });
  });

  it('is not found with fewer than seven days', () => {
    expect(findUnusual({ ...calm, value: 500, sameHour: [50, 50, 50, 50, 50, 50, Number.NaN] })).toBeNull();
  });

  it('differs from a flat series by more than four display units', () => {
    const flat = { ...calm, sameHour: days.map(() => 50), decimals: 1 };
    expect(findUnusual({ ...flat, value: 50.4 })).toBeNull();
    expect(findUnusual({ ...flat, value: 50.5 })?.kind).toBe('aboveUsual');
  });

  it.each([
    [[40, 40, 40], 81, 'aboveNeighbours'],
    [[40, 40, 40], 80, null],
    // More than twice as much, but less than 20 % of 150 apart.
    [[10, 10, 10], 39, null],
    [[40, 40, Number.NaN], 300, null],
  ])('beside neighbours with %j: %d gives %s', (neighbours, value, kind) => {
    expect(findUnusual({ ...calm, sameHour: [], neighbours: () => neighbours, value })?.kind ?? null).toBe(
      kind,
    );
  });

  it('is not compared with neighbours where the channel has no limit', () => {
    const noise = {
      ...calm,
      sameHour: [],
      neighbours: () => [40, 40, 40],
      value: 300,
      levelTwoLimit: null,
    };
    expect(findUnusual(noise)).toBeNull();
  });

  it('has its strongest reason', () => {
    const both = { ...calm, neighbours: () => [10, 10, 10], value: 66 };
    // 16 / (4 · 2) = 2 by the hour, 66 / (2 · 10) = 3.3 by the neighbours.
    expect(findUnusual(both)).toMatchObject({ kind: 'aboveNeighbours', usual: 10, count: 3, strength: 3.3 });
  });

  it('has a finite strength beside neighbours that measure nothing', () => {
    const beside = { ...calm, sameHour: [], neighbours: () => [0, 0, 0], value: 66 };
    expect(findUnusual(beside)?.strength).toBe(1000);
  });

  it('stays unusual when it moves further away', () => {
    const value = fc.double({ min: 0, max: 1000, noNaN: true });
    fc.assert(
      fc.property(fc.array(value, { minLength: 7, maxLength: 14 }), value, value, (sameHour, now, more) => {
        const found = findUnusual({ ...calm, sameHour, value: now });
        if (found?.kind !== 'aboveUsual') return;
        expect(findUnusual({ ...calm, sameHour, value: now + more })?.kind).toBe('aboveUsual');
      }),
    );
  });
});
