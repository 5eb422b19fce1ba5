import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeIndex } from './compute-index.ts';
import { findDayLimits } from './day-limits.ts';
import { allPollutants, fromTableUnit, toTableUnit } from './pollutant.ts';
import { findChineseStandard, standards } from './standards.ts';

const micro = 'µg/m³';

describe('the limits of a daily mean', () => {
  it.each([
    ['PM2.5', micro, '2026-02-28', 'HJ 633-2012', [35, 75, 115, 150, 250]],
    ['PM2.5', micro, '2026-03-01', 'HJ 633-2026', [35, 60, 115, 150, 250]],
    ['PM10', micro, '2026-01-15', 'HJ 633-2012', [50, 150, 250, 350, 420]],
    ['PM10', 'mg/m³', '2026-05-01', 'HJ 633-2026', [0.05, 0.12, 0.25, 0.35, 0.42]],
    ['NO2', micro, '2026-05-01', 'HJ 633-2026', [40, 80, 180, 280, 565]],
    ['SO2', micro, '2026-05-01', 'HJ 633-2026', [50, 150, 475, 800, 1600]],
    ['CO', 'mg/m³', '2026-05-01', 'HJ 633-2026', [2, 4, 14, 24, 36]],
    ['CO', micro, '2026-05-01', 'HJ 633-2026', [2000, 4000, 14_000, 24_000, 36_000]],
  ] as const)('of %s in %s on %s are those of %s', (pollutant, unit, date, standard, bounds) => {
    expect(findDayLimits(pollutant, unit, date)).toEqual({ standard, bounds });
  });

  it('are missing for ozone, whose plain daily mean no standard limits', () => {
    expect(findDayLimits('O3', micro, '2026-05-01')).toEqual({ standard: 'HJ 633-2026', bounds: [] });
  });

  it('are unknown in a unit that cannot be converted', () => {
    expect(findDayLimits('PM2.5', 'ppb', '2026-05-01')).toBeNull();
    expect(findDayLimits('NO2', 'V', '2026-05-01')).toBeNull();
  });

  it('give the level of the daily index of the pollutant alone', () => {
    const pollutant = fc.constantFrom(...allPollutants.filter((one) => one !== 'O3'));
    const date = fc.constantFrom('2025-06-01', '2026-02-28', '2026-03-01', '2027-01-01');
    fc.assert(
      fc.property(pollutant, date, fc.integer({ min: 0, max: 30_000 }), (one, on, tenths) => {
        const value = one === 'CO' ? tenths / 10 : Math.round(tenths / 10);
        const standard = findChineseStandard(on);
        const { aqi } = computeIndex({ standard, mode: 'daily', values: { [one]: value } });
        const { levels } = standards[standard];
        const level = levels.findIndex(({ max }) => max === null || (aqi ?? 0) <= max);
        const { bounds } = findDayLimits(one, one === 'CO' ? 'mg/m³' : micro, on) ?? { bounds: [] };
        const found = bounds.findIndex((bound) => value <= bound);
        expect(found < 0 ? bounds.length : found).toBe(level);
      }),
    );
  });
});

it('converts from the unit of the tables and back', () => {
  const unit = fc.constantFrom(micro, 'ug/m3', 'mg/m³', 'ppb', 'ppm');
  fc.assert(
    fc.property(
      fc.constantFrom(...allPollutants),
      unit,
      fc.double({ min: 0, max: 1e4, noNaN: true }),
      (...given) => {
        const [pollutant, one, value] = given;
        const converted = fromTableUnit(pollutant, value, one);
        if (converted === null) expect(toTableUnit(pollutant, value, one)).toBeNull();
        else expect(toTableUnit(pollutant, converted, one)).toBeCloseTo(value, 6);
      },
    ),
  );
});
