import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classifyPeriod, countPeriodDays, hasEnoughValidDays } from './period-validity.ts';

describe('a period', () => {
  it.each([
    ['2024-02-01', '2024-02-29', 'month', 29],
    ['2024-02-01', '2024-02-28', null, 28],
    ['2025-02-01', '2025-02-28', 'month', 28],
    ['2025-12-01', '2025-12-31', 'month', 31],
    ['2024-01-01', '2024-12-31', 'year', 366],
    ['2025-01-01', '2025-12-31', 'year', 365],
    ['2025-01-01', '2025-03-31', null, 90],
    ['2025-01-02', '2026-01-01', null, 365],
    ['2024-12-01', '2025-01-31', null, 62],
    ['2024-01-01', '2025-12-31', null, 731],
    ['2026-11-16', '2026-11-16', null, 1],
    ['2026-11-17', '2026-11-16', null, 0],
  ] as const)('from %s to %s is of kind %s and has %i days', (first, last, kind, days) => {
    expect(classifyPeriod({ first, last })).toBe(kind);
    expect(countPeriodDays({ first, last })).toBe(days);
  });

  it.each([
    ['2025-01-01', '2025-01-31', 27],
    ['2025-04-01', '2025-04-30', 27],
    ['2024-02-01', '2024-02-29', 25],
    ['2025-02-01', '2025-02-28', 25],
    ['2024-01-01', '2024-12-31', 324],
    ['2025-01-01', '2025-12-31', 324],
    ['2025-01-01', '2025-03-31', 68],
    ['2026-11-09', '2026-11-15', 6],
    ['2026-11-01', '2026-11-20', 15],
    ['2026-11-16', '2026-11-16', 1],
  ])('from %s to %s needs %i valid days', (first, last, needed) => {
    expect(hasEnoughValidDays({ first, last }, needed)).toBe(true);
    expect(hasEnoughValidDays({ first, last }, needed - 1)).toBe(false);
  });

  it('without a valid day is never valid', () => {
    const date = fc.integer({ min: 0, max: 20_000 }).map((day) => new Date(day * 86_400_000).toISOString());
    fc.assert(
      fc.property(date, date, (one, other) => {
        expect(hasEnoughValidDays({ first: one.slice(0, 10), last: other.slice(0, 10) }, 0)).toBe(false);
      }),
    );
  });
});
