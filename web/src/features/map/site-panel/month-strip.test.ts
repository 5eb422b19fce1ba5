import type { CalendarDay } from '@limpid/contract/analysis/calendar';
import { expect, it } from 'vitest';
import { listStripDays, moveAlong, pickStripDays } from './month-strip.ts';

it.each([
  ['2026-11-18', '2026-10-20', ['2026-10', '2026-11']],
  ['2026-03-01', '2026-01-31', ['2026-01', '2026-02', '2026-03']],
  ['2026-12-30', '2026-12-01', ['2026-12']],
  ['2028-03-15', '2028-02-15', ['2028-02', '2028-03']],
])('up to %s begins with %s and needs the months %j', (today, first, months) => {
  const found = listStripDays(today);
  expect(found.days).toHaveLength(30);
  expect([found.days[0], found.days.at(-1), found.months]).toEqual([first, today, months]);
});

it('finds the days in the calendars of several months', () => {
  // Only what the rule reads.
  const day = (date: string) => ({ day: date }) as CalendarDay;
  const found = pickStripDays(
    ['2026-10-31', '2026-11-01', '2026-11-02'],
    [[day('2026-10-31')], [day('2026-11-01')]],
  );
  expect(found.map(({ found: one }) => one?.day)).toEqual(['2026-10-31', '2026-11-01', undefined]);
});

it.each([
  [5, 'ArrowLeft', 4],
  [0, 'ArrowLeft', 0],
  [29, 'ArrowRight', 29],
  [3, 'Home', 0],
  [3, 'End', 29],
  [3, 'a', undefined],
])('moves from %d with %s to %s', (place, key, next) => {
  expect(moveAlong(place, key, 30)).toBe(next);
});
