import { describe, expect, it } from 'vitest';
import { convertToMass, convertToVolume } from './units.ts';

describe('1 ppb in µg/m³', () => {
  it.each([
    ['O3', 1.962],
    ['NO2', 1.88],
    ['SO2', 2.619],
    ['NO', 1.227],
    ['NH3', 0.696],
    ['H2S', 1.393],
    ['CO', 1.145],
  ] as const)('of %s at 25 °C is %d', (gas, mass) => {
    expect(convertToMass(gas, 1)?.toFixed(3)).toBe(mass.toFixed(3));
  });

  it('depends on the reference temperature', () => {
    expect(convertToMass('NO2', 1, 0)).toBeCloseTo(2.0526, 4);
    expect(convertToMass('NO2', 1, 20)).toBeCloseTo(1.9125, 4);
  });

  it('is inverted by the conversion back', () => {
    for (const celsius of [0, 20, 25] as const) {
      const mass = convertToMass('SO2', 123.4, celsius) ?? 0;
      expect(convertToVolume('SO2', mass, celsius)).toBeCloseTo(123.4, 10);
    }
  });

  it.each([-1, Number.NaN, Number.POSITIVE_INFINITY])('is null for %d', (value) => {
    expect([convertToMass('O3', value), convertToVolume('O3', value)]).toEqual([null, null]);
  });
});
