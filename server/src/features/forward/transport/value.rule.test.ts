import { describe, expect, it } from 'vitest';
import { makeForwardConversion } from './value.rule.ts';

const ozone = { unit: 'µg/m³', gbCode: 'a05024' };
const monoxide = { unit: 'mg/m³', gbCode: 'a21005' };
const dust = { unit: 'µg/m³', gbCode: 'a34004' };

describe('a value', () => {
  it.each([
    ['of ozone', ozone, 'ppb', 100, (100 * 24.465) / 47.997],
    ['of ozone', ozone, 'ppm', 100, (0.1 * 24.465) / 47.997],
    ['of ozone', ozone, 'mg/m³', 35.5, 0.0355],
    ['of monoxide', monoxide, 'µg/m³', 1.2, 1200],
    ['of monoxide', monoxide, 'ppm', 1, 24.465 / 28.01],
    ['of monoxide in ppb', { ...monoxide, unit: 'ppb' }, 'mg/m³', 1000, 28.01 / 24.465],
    ['of dust', dust, 'mg/m³', 35, 0.035],
  ])('%s (%o) in %s', (_, channel, wanted, value, expected) => {
    expect(makeForwardConversion(channel, wanted)?.(value)).toBeCloseTo(expected, 12);
  });

  it.each([
    [ozone, null],
    [ozone, 'µg/m³'],
    [{ ...dust, unit: null }, null],
  ])('of %o in %s stays exactly what it is', (channel, wanted) => {
    const value = Math.fround(0.1);
    expect(makeForwardConversion(channel, wanted)?.(value)).toBe(value);
  });

  it.each([
    [dust, 'ppb'],
    [{ unit: '°C', gbCode: 'a01001' }, 'µg/m³'],
    [{ unit: null, gbCode: 'a05024' }, 'ppb'],
  ])('of %o cannot be given in %s', (channel, wanted) => {
    expect(makeForwardConversion(channel, wanted)).toBeUndefined();
  });
});
