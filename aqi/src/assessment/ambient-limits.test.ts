import { describe, expect, it } from 'vitest';
import { findDayLimits } from '../day-limits.ts';
import { allPollutants } from '../pollutant.ts';
import { findAmbientLimits } from './ambient-limits.ts';

describe('the limits of a day', () => {
  it.each([
    ['2015-06-01', 'GB 3095-2012', [75, 150]],
    ['2026-02-28', 'GB 3095-2012', [75, 150]],
    ['2026-03-01', 'GB 3095-2026', [60, 120]],
    ['2030-12-31', 'GB 3095-2026', [60, 120]],
    ['2031-01-01', 'GB 3095-2026', [50, 100]],
  ] as const)('on %s are those of %s', (date, edition, pm) => {
    const limits = findAmbientLimits(date);
    expect([limits.edition, [limits.day['PM2.5'], limits.day.PM10]]).toEqual([edition, pm]);
  });

  it.each(['2024-01-01', '2026-03-01', '2030-12-31'])('on %s are where the sub-index is 100', (date) => {
    const { day } = findAmbientLimits(date);
    for (const pollutant of allPollutants) {
      const unit = pollutant === 'CO' ? 'mg/m³' : 'µg/m³';
      const [, good = 160] = findDayLimits(pollutant, unit, date)?.bounds ?? [];
      expect([pollutant, day[pollutant]]).toEqual([pollutant, good]);
    }
  });
});
