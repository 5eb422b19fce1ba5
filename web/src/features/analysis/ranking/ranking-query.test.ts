import { DAY_MS, HOUR_MS } from '@limpid/contract/durations';
import { dayBounds } from '@limpid/contract/local-time';
import { expect, it } from 'vitest';
import { resolvePeriod } from '../../../query/state/period.ts';
import { findRankedPeriod } from './ranking-query.ts';

const zone = 'Europe/Paris';
const [from] = dayBounds('2026-10-25', zone);

it('ranks a single hour by hour, with the compared hour', () => {
  const hour = { from: from + 5 * HOUR_MS, to: from + 6 * HOUR_MS };
  const compared = { from: hour.from - HOUR_MS, to: hour.from };
  expect(findRankedPeriod({ range: hour, compared, zone })).toEqual({
    at: hour.from,
    compareAt: compared.from,
  });
});

it('ranks days by their dates, also the day of 25 hours', () => {
  const range = { from, to: dayBounds('2026-10-25', zone)[1] };
  expect(range.to - range.from).toBe(DAY_MS + HOUR_MS);
  expect(findRankedPeriod({ range, compared: undefined, zone })).toEqual({
    from: '2026-10-25',
    to: '2026-10-25',
  });
});

it('takes the date of today from the zone of the query, also after the hour that comes twice', () => {
  const today = (moment: string, ofZone: string) =>
    findRankedPeriod({
      range: resolvePeriod('today', Date.parse(moment), ofZone),
      compared: undefined,
      zone: ofZone,
    });
  const dates = (day: string) => ({ from: day, to: day });
  expect(today('2026-10-25T17:10:00Z', 'Asia/Shanghai')).toEqual(dates('2026-10-26'));
  expect(today('2026-10-25T17:10:00Z', zone)).toEqual(dates('2026-10-25'));
  expect(today('2026-10-25T22:59:00Z', zone)).toEqual(dates('2026-10-25'));
  expect(today('2026-10-25T23:00:00Z', zone)).toEqual(dates('2026-10-26'));
});
