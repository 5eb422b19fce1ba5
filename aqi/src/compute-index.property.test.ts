import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeIndex } from './compute-index.ts';
import { computeSubIndex } from './standards/row.ts';
import { standardNames } from './standards/standard.ts';
import { standards } from './standards.ts';

const standard = fc.constantFrom(...standardNames);
const mode = fc.constantFrom('hourly' as const, 'daily' as const);
const pollutants = ['PM2.5', 'PM10', 'SO2', 'NO2', 'CO', 'O3'];
const concentration = fc.oneof(
  fc.double({ min: 0, max: 3000, noNaN: true }),
  fc.integer({ min: 0, max: 30_000 }).map((tenths) => tenths / 10),
);
const sixValues = fc.dictionary(fc.constantFrom(...pollutants), concentration);

describe('any index', () => {
  it('never throws and never invents a number, for any double', () => {
    const keys = fc.oneof(
      fc.constantFrom(...pollutants, 'O3@8h', 'SO2@24h', 'PM2.5@1h', '__proto__', '@', 'O3@'),
      fc.string(),
    );
    const anyDouble = fc.oneof(
      fc.double(),
      fc.constantFrom(-0, Number('1e309'), Number.MIN_VALUE, null, undefined),
    );
    fc.assert(
      fc.property(standard, mode, fc.dictionary(keys, anyDouble), (name, when, values) => {
        const result = computeIndex({ standard: name, mode: when, values });
        for (const index of [result.aqi, ...Object.values(result.iaqi)]) {
          if (index !== null) expect(Number.isSafeInteger(index) && index >= 0).toBe(true);
        }
        expect(Object.keys(result.iaqi).toSorted()).toEqual(Object.keys(values).toSorted());
      }),
      { numRuns: 2000 },
    );
  });

  it('never decreases when a pollutant is added', () => {
    fc.assert(
      fc.property(standard, mode, sixValues, sixValues, (name, when, values, more) => {
        const before = computeIndex({ standard: name, mode: when, values }).aqi ?? -1;
        const after = computeIndex({ standard: name, mode: when, values: { ...more, ...values } }).aqi ?? -1;
        expect(after).toBeGreaterThanOrEqual(before);
      }),
      { numRuns: 2000 },
    );
  });

  it('publishes the computed index, or NA only for an incomplete index of 2026 up to 100', () => {
    fc.assert(
      fc.property(standard, mode, sixValues, (name, when, values) => {
        const { aqi, published, missing } = computeIndex({ standard: name, mode: when, values });
        const withheld = name === 'HJ 633-2026' && missing.length > 0 && (aqi ?? 0) <= 100;
        expect(published).toBe(aqi === null || withheld ? 'NA' : aqi);
      }),
      { numRuns: 2000 },
    );
  });
});

describe.each(standardNames)('the rows of %s', (name) => {
  it.each([...standards[name].rows])('%s never decrease with a rising concentration', (_, row) => {
    fc.assert(
      fc.property(concentration, concentration, (one, other) => {
        const low = computeSubIndex(row, Math.min(one, other));
        const high = computeSubIndex(row, Math.max(one, other));
        if (low !== null && high !== null) expect(high).toBeGreaterThanOrEqual(low);
      }),
      { numRuns: 500 },
    );
  });

  it('have levels without gaps, each with its colour', () => {
    const { levels } = standards[name];
    expect(levels.map(({ level }) => level)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(new Set(levels.map(({ key }) => key)).size).toBe(6);
    for (const { colour } of levels) expect(colour).toMatch(/^#[0-9A-F]{6}$/);
    expect(levels.at(-1)?.max).toBeNull();
  });
});
