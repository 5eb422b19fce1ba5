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
    expect(Math.abs(convertToMass(gas, 1) - mass)).toBeLessThan(0.001);
  });

  it('depends on the reference temperature', () => {
    expect(convertToMass('NO2', 1, 0)).toBeCloseTo(2.0526, 4);
    expect(convertToMass('NO2', 1, 20)).toBeCloseTo(1.9125, 4);
  });

  it('goes there and back', () => {
    for (const celsius of [0, 20, 25] as const) {
      expect(convertToVolume('SO2', convertToMass('SO2', 123.4, celsius), celsius)).toBeCloseTo(123.4, 10);
    }
  });
});
