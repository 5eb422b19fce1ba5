import { describe, expect, it } from 'vitest';
import { computeIndex } from './compute-index.ts';

const clean = { 'PM2.5': 10, PM10: 20, SO2: 5, NO2: 10, CO: 0.4, O3: 40 };

describe('the Chinese index', () => {
  it('takes the worst sub-index with its pollutant and level', () => {
    const values = { 'PM2.5': 75, PM10: 150, SO2: 500, NO2: 200, CO: 10, O3: 200 };
    expect(computeIndex({ standard: 'HJ 633-2026', mode: 'hourly', values })).toEqual({
      aqi: 114,
      published: 114,
      level: 3,
      primary: ['PM2.5'],
      iaqi: { 'PM2.5': 114, PM10: 112, SO2: 100, NO2: 100, CO: 100, O3: 100 },
      missing: [],
      reference: false,
    });
  });

  it('lists every pollutant of a tie in the order of the standard', () => {
    const values = { O3: 160, CO: 4, NO2: 80, SO2: 150, PM10: 150, 'PM2.5': 75 };
    const { aqi, primary } = computeIndex({ standard: 'HJ 633-2012', mode: 'daily', values });
    expect(aqi).toBe(100);
    expect(primary).toEqual(['PM2.5', 'PM10', 'SO2', 'NO2', 'CO', 'O3']);
  });

  it('names no primary pollutant up to 50, and one from 51', () => {
    const at = (pm: number) =>
      computeIndex({ standard: 'HJ 633-2026', mode: 'hourly', values: { ...clean, 'PM2.5': pm } });
    expect(at(35)).toMatchObject({ aqi: 50, level: 1, primary: [] });
    expect(at(36)).toMatchObject({ aqi: 52, level: 2, primary: ['PM2.5'] });
  });

  it.each([
    ['HJ 633-2012', 75, 100],
    ['HJ 633-2026', 75, 114],
    ['HJ 633-2026', 60, 100],
  ] as const)('%s gives %d µg/m³ of PM2.5 the index %d', (standard, pm, aqi) => {
    expect(computeIndex({ standard, mode: 'daily', values: { 'PM2.5': pm } }).aqi).toBe(aqi);
  });

  it.each([
    ['60.5 µg/m³ is 60: half to even', 'PM2.5@24h', 60.5, 100],
    ['60.6 µg/m³ is 61', 'PM2.5@24h', 60.6, 101],
    ['2.25 mg/m³ of CO is 2.2', 'CO@24h', 2.25, 55],
    ['above the last row stays 500', 'NO2@1h', 9000, 500],
    ['SO2 above 800 in an hour stays 200', 'SO2@1h', 801, 200],
    ['SO2 of 800.5 is still 800', 'SO2@1h', 800.5, 200],
    ['O3 above 800 over eight hours stays 300', 'O3@8h', 5000, 300],
    ['an absurd concentration is 500', 'PM10@24h', Number.MAX_VALUE, 500],
    ['nothing is 0', 'PM10@24h', -0, 0],
  ])('follows the rows of 2026: %s', (_, key, value, index) => {
    const { iaqi } = computeIndex({ standard: 'HJ 633-2026', mode: 'daily', values: { [key]: value } });
    expect(iaqi[key]).toBe(index);
  });

  it('is exact where floating point would give one more', () => {
    const hour = { 65.4: 218, 66.9: 223, 68.4: 228, 69.9: 233, 71.4: 238, 72.9: 243, 74.4: 248, 75.9: 253 };
    const top = { 129.3: 431, 130.8: 436, 132.3: 441, 133.8: 446, 135.3: 451, 136.8: 456, 138.3: 461 };
    const end = { 139.8: 466, 141.3: 471, 142.8: 476, 144.3: 481, 145.8: 486, 147.3: 491, 148.8: 496 };
    for (const standard of ['HJ 633-2012', 'HJ 633-2026'] as const) {
      expect(computeIndex({ standard, mode: 'daily', values: { CO: 2.2 } }).aqi).toBe(55);
      for (const [concentration, index] of Object.entries({ ...hour, ...top, ...end })) {
        expect(computeIndex({ standard, mode: 'hourly', values: { CO: Number(concentration) } }).aqi).toBe(
          index,
        );
      }
    }
  });
});

describe('averagings', () => {
  it('shows the sub-index of 8-hour O3 in an hourly index without counting it', () => {
    for (const standard of ['HJ 633-2012', 'HJ 633-2026'] as const) {
      const result = computeIndex({ standard, mode: 'hourly', values: { ...clean, 'O3@8h': 265 } });
      expect(result.iaqi['O3@8h']).toBe(200);
      expect(result.aqi).toBe(20);
    }
  });

  it('reads O3 of a day as the highest 8-hour mean', () => {
    for (const key of ['O3', 'O3@8h']) {
      expect(computeIndex({ standard: 'HJ 633-2026', mode: 'daily', values: { [key]: 215 } }).aqi).toBe(150);
    }
  });

  it('counts the highest hour of O3 in a day of 2012, not of 2026', () => {
    const values = { O3: 100, 'O3@1h': 400 };
    expect(computeIndex({ standard: 'HJ 633-2012', mode: 'daily', values }).aqi).toBe(200);
    expect(computeIndex({ standard: 'HJ 633-2026', mode: 'daily', values }).aqi).toBe(50);
  });

  it('falls back to the 24-hour mean of SO2 where 2012 defines no index for an hour above 800', () => {
    const result = computeIndex({
      standard: 'HJ 633-2012',
      mode: 'hourly',
      values: { ...clean, SO2: 801, 'SO2@24h': 800 },
    });
    expect(result).toMatchObject({ aqi: 200, primary: ['SO2'], missing: [] });
    expect(result.iaqi.SO2).toBeNull();
  });

  it('prefers 1-hour PM in an hour of 2012 and uses the sliding mean only if it is missing', () => {
    const at = (values: Record<string, number>) =>
      computeIndex({ standard: 'HJ 633-2012', mode: 'hourly', values }).aqi;
    expect(at({ 'PM2.5': 35, 'PM2.5@24h': 150 })).toBe(50);
    expect(at({ 'PM2.5@24h': 150 })).toBe(200);
  });

  it('does not count a 1-hour mean in a day', () => {
    const result = computeIndex({ standard: 'HJ 633-2026', mode: 'daily', values: { 'NO2@1h': 1200 } });
    expect(result).toMatchObject({ aqi: null, published: 'NA', level: null, iaqi: { 'NO2@1h': 200 } });
  });
});

describe('missing pollutants', () => {
  const withoutOzone = { ...clean, O3: null };

  it('withholds an incomplete index of 2026 up to 100', () => {
    const values = { ...withoutOzone, 'PM2.5': 60 };
    expect(computeIndex({ standard: 'HJ 633-2026', mode: 'hourly', values })).toMatchObject({
      aqi: 100,
      published: 'NA',
      level: 2,
      missing: ['O3'],
      reference: true,
    });
  });

  it('publishes an incomplete index of 2026 above 100', () => {
    const values = { ...withoutOzone, 'PM2.5': 61 };
    const result = computeIndex({ standard: 'HJ 633-2026', mode: 'daily', values });
    expect(result).toMatchObject({ aqi: 101, published: 101, reference: true });
  });

  it('publishes an incomplete index of 2012, which has no such rule, as a reference value', () => {
    const result = computeIndex({ standard: 'HJ 633-2012', mode: 'hourly', values: withoutOzone });
    expect(result).toMatchObject({ aqi: 20, published: 20, missing: ['O3'], reference: true });
  });

  it('has no index without a single value', () => {
    for (const standard of ['HJ 633-2012', 'HJ 633-2026', 'US EPA', 'EU', 'ATMO'] as const) {
      const result = computeIndex({ standard, mode: 'daily', values: {} });
      expect(result).toMatchObject({
        aqi: null,
        published: 'NA',
        level: null,
        primary: [],
        reference: false,
      });
    }
  });

  it.each([
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    -1,
    -0.0001,
    Number('1e309'),
    null,
    undefined,
  ])('counts %s as missing', (value) => {
    const values = { ...clean, O3: value };
    const result = computeIndex({ standard: 'HJ 633-2026', mode: 'hourly', values });
    expect(result).toMatchObject({ aqi: 20, published: 'NA', missing: ['O3'] });
    expect(result.iaqi.O3).toBeNull();
  });

  it('returns null for unknown keys and otherwise ignores them', () => {
    const values = { ...clean, NH3: 900, 'O3@3h': 900, 'PM2.5@': 900, constructor: 900, ['__proto__']: 900 };
    const result = computeIndex({ standard: 'HJ 633-2026', mode: 'hourly', values });
    expect(result.aqi).toBe(20);
    for (const key of ['NH3', 'O3@3h', 'PM2.5@', 'constructor', '__proto__']) {
      expect(Object.getOwnPropertyDescriptor(result.iaqi, key)?.value).toBeNull();
    }
  });
});

describe('the American index', () => {
  const at = (values: Record<string, number>) => computeIndex({ standard: 'US EPA', mode: 'daily', values });

  it('reproduces the worked example', () => {
    expect(at({ 'O3@8h': 0.07853333, 'PM2.5@24h': 35.9, 'CO@8h': 8.4 })).toMatchObject({
      aqi: 126,
      published: 126,
      level: 3,
      primary: ['O3'],
      iaqi: { 'O3@8h': 126, 'PM2.5@24h': 102, 'CO@8h': 90 },
      reference: false,
    });
  });

  it('truncates concentrations instead of rounding them', () => {
    expect(at({ 'PM2.5': 35.49 }).aqi).toBe(100);
    expect(at({ O3: 0.0709 }).aqi).toBe(100);
    expect(at({ NO2: 100.99 }).aqi).toBe(100);
  });

  it('continues above 500', () => {
    expect(at({ 'PM2.5': 400 })).toMatchObject({ aqi: 649, level: 6 });
    expect(at({ 'PM2.5': 1e300 }).aqi).toBeNull();
  });

  it('takes the larger of 8-hour and 1-hour O3, each only where it defines an index', () => {
    expect(at({ 'O3@8h': 0.06, 'O3@1h': 0.204 }).aqi).toBe(200);
    expect(at({ 'O3@8h': 0.06, 'O3@1h': 0.1 })).toMatchObject({ aqi: 67, iaqi: { 'O3@1h': null } });
    expect(at({ 'O3@8h': 0.201, 'O3@1h': 0.405 })).toMatchObject({ aqi: 301, iaqi: { 'O3@8h': null } });
  });

  it('keeps SO2 at 200 unless the 24-hour mean gives more', () => {
    expect(at({ SO2: 305 }).aqi).toBe(200);
    expect(at({ SO2: 900, 'SO2@24h': 304 }).aqi).toBe(200);
    expect(at({ SO2: 900, 'SO2@24h': 305 }).aqi).toBe(201);
  });

  it('names the responsible pollutant even in clean air', () => {
    expect(at({ 'PM2.5': 5, PM10: 10 }).primary).toEqual(['PM2.5']);
  });
});

describe('the European and French indices', () => {
  it('number the band of the worst pollutant', () => {
    const values = { 'PM2.5': 5.01, PM10: 15, NO2: 10, O3: 60, SO2: 20 };
    const result = computeIndex({ standard: 'EU', mode: 'hourly', values });
    expect(result).toMatchObject({ aqi: 2, published: 2, level: 2, primary: ['PM2.5'], reference: false });
    const day = { 'PM2.5': 18, PM10: 33, NO2: 95, O3: 88, SO2: 4 };
    const french = computeIndex({ standard: 'ATMO', mode: 'daily', values: day });
    expect(french).toMatchObject({ aqi: 3, level: 3, primary: ['NO2'], reference: false });
  });

  it('need NO2, O3 and one PM for a full European index', () => {
    const at = (values: Record<string, number>) =>
      computeIndex({ standard: 'EU', mode: 'hourly', values }).reference;
    expect(at({ NO2: 1, O3: 1, PM10: 1 })).toBe(false);
    expect(at({ NO2: 1, O3: 1 })).toBe(true);
  });

  it('exist for hours in Europe and for days in France only', () => {
    expect(computeIndex({ standard: 'EU', mode: 'daily', values: { NO2: 50 } }).aqi).toBeNull();
    expect(computeIndex({ standard: 'ATMO', mode: 'hourly', values: { NO2: 50 } }).aqi).toBeNull();
  });
});
