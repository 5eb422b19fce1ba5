import { countPeriodDays } from '@limpid/aqi/assessment/period-validity';
import { reportPeriods } from '@limpid/contract/report/report-request';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  isWholePeriod,
  lastEndedPeriod,
  listPeriodMonths,
  previousPeriod,
  samePeriodLastYear,
} from './periods.rule.ts';

describe('the last ended period', () => {
  it.each([
    ['day', '2026-03-01', '2026-02-28', '2026-02-28'],
    ['week', '2026-11-19', '2026-11-09', '2026-11-15'],
    ['week', '2026-11-16', '2026-11-09', '2026-11-15'],
    ['month', '2024-03-02', '2024-02-01', '2024-02-29'],
    ['month', '2026-01-02', '2025-12-01', '2025-12-31'],
    ['quarter', '2026-04-02', '2026-01-01', '2026-03-31'],
    ['quarter', '2026-03-31', '2025-10-01', '2025-12-31'],
    ['year', '2026-01-02', '2025-01-01', '2025-12-31'],
  ] as const)('of kind %s on %s is %s to %s', (kind, today, first, last) => {
    expect(lastEndedPeriod(kind, today)).toEqual({ kind, first, last });
  });

  it('is whole, has ended, and is followed by the one that contains the date', () => {
    const kinds = reportPeriods.filter((kind) => kind !== 'range');
    fc.assert(
      fc.property(fc.constantFrom(...kinds), fc.integer({ min: 0, max: 20_000 }), (kind, offset) => {
        const today = addDays('2000-01-01', offset);
        const period = lastEndedPeriod(kind, today);
        expect(period.last < today).toBe(true);
        expect(isWholePeriod(period)).toBe(true);
        expect(isWholePeriod({ ...period, last: addDays(period.last, 1) })).toBe(false);
        const { first, last } = previousPeriod(period);
        expect(addDays(last, 1)).toBe(period.first);
        expect(isWholePeriod({ kind, first, last })).toBe(true);
      }),
    );
  });
});

describe('compared periods', () => {
  it.each([
    ['month', '2024-02-01', '2024-02-29', '2024-01-01', '2023-02-01', '2023-02-28'],
    ['month', '2025-02-01', '2025-02-28', '2025-01-01', '2024-02-01', '2024-02-29'],
    ['day', '2024-02-29', '2024-02-29', '2024-02-28', '2023-02-28', '2023-02-28'],
    ['week', '2026-11-09', '2026-11-15', '2026-11-02', '2025-11-09', '2025-11-15'],
    ['year', '2025-01-01', '2025-12-31', '2024-01-01', '2024-01-01', '2024-12-31'],
    ['range', '2026-03-05', '2026-03-14', '2026-02-23', '2025-03-05', '2025-03-14'],
  ] as const)('of %s %s to %s begin on %s and %s', (kind, first, last, before, yearFirst, yearLast) => {
    expect(previousPeriod({ kind, first, last })).toEqual({ first: before, last: addDays(first, -1) });
    expect(samePeriodLastYear({ kind, first, last })).toEqual({ first: yearFirst, last: yearLast });
  });
});

it('counts days and lists months across the end of a year', () => {
  expect(countPeriodDays({ first: '2024-02-28', last: '2024-03-01' })).toBe(3);
  expect(listPeriodMonths({ first: '2025-11-30', last: '2026-02-01' })).toEqual([
    '2025-11',
    '2025-12',
    '2026-01',
    '2026-02',
  ]);
});
