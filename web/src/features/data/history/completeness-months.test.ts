import type { DayCompleteness } from '@limpid/contract/analysis/completeness';
import { describe, expect, it } from 'vitest';
import { findGap, groupByMonth, listMonths } from './completeness-months.ts';

function makeDay(day: string, expected: number, received: number): DayCompleteness {
  return {
    day,
    expected,
    received,
    transmissionRate: expected === 0 ? null : received / expected,
    values: 2 * received,
    validValues: received,
    validRate: received === 0 ? null : 0.5,
    soFar: false,
  };
}

describe('months', () => {
  it('are summed and not averaged', () => {
    const days = [
      makeDay('2026-10-31', 144, 0),
      makeDay('2026-11-01', 100, 100),
      makeDay('2026-11-02', 300, 100),
    ];
    expect(groupByMonth({ siteId: 1, days })).toMatchObject([
      { month: '2026-10', transmissionRate: 0, validRate: null },
      { month: '2026-11', transmissionRate: 0.5, validRate: 0.5 },
    ]);
    expect(groupByMonth({ siteId: 1, days: [makeDay('2026-11-01', 0, 0)] })[0]?.transmissionRate).toBeNull();
  });

  it('are the last ones of the period', () => {
    expect(listMonths('2026-11-03', '2026-11-09', 12)).toEqual(['2026-11']);
    expect(listMonths('2024-01-01', '2026-02-28', 3)).toEqual(['2025-12', '2026-01', '2026-02']);
  });
});

describe('a gap', () => {
  const days = ['01', '02', '03', '04', '05'].map((day, place) =>
    makeDay(`2026-11-${day}`, 10, place === 0 || place === 3 ? 5 : 0),
  );
  it.each([
    ['2026-11-03', '2026-11-02', '2026-11-03'],
    ['2026-11-05', '2026-11-05', '2026-11-05'],
    ['2026-11-04', '2026-11-04', '2026-11-04'],
  ])('around %s lasts from %s to %s', (day, fromDay, toDay) => {
    expect(findGap(days, day)).toEqual({ fromDay, toDay });
  });
});
