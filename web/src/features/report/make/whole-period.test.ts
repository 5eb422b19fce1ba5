import { expect, it } from 'vitest';
import { lastWholePeriod, periodAround, shiftWholePeriod } from './whole-period.ts';

it('a period contains its day and is whole', () => {
  const around = (kind: Parameters<typeof periodAround>[0], day: string) => {
    const { first, last } = periodAround(kind, day);
    return `${first} ${last}`;
  };
  expect(around('day', '2028-02-29')).toBe('2028-02-29 2028-02-29');
  expect(around('week', '2026-11-15')).toBe('2026-11-09 2026-11-15');
  expect(around('week', '2026-11-16')).toBe('2026-11-16 2026-11-22');
  expect(around('month', '2028-02-10')).toBe('2028-02-01 2028-02-29');
  expect(around('quarter', '2026-11-19')).toBe('2026-10-01 2026-12-31');
  expect(around('year', '2026-11-19')).toBe('2026-01-01 2026-12-31');
});

it('the last period has ended, also across a year', () => {
  expect(lastWholePeriod('month', '2026-11-19')).toMatchObject({ first: '2026-10-01', last: '2026-10-31' });
  expect(lastWholePeriod('month', '2027-01-01')).toMatchObject({ first: '2026-12-01', last: '2026-12-31' });
  expect(lastWholePeriod('quarter', '2026-02-01')).toMatchObject({ first: '2025-10-01', last: '2025-12-31' });
});

it('the period before and the one after follow without a gap', () => {
  const month = periodAround('month', '2026-03-31');
  expect(shiftWholePeriod(month, 'month', -1)).toMatchObject({ first: '2026-02-01', last: '2026-02-28' });
  expect(shiftWholePeriod(month, 'month', 1)).toMatchObject({ first: '2026-04-01', last: '2026-04-30' });
});
