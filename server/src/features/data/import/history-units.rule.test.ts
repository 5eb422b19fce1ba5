import { describe, expect, it } from 'vitest';
import { findUnit, makeConversion, readCompass } from './history-units.rule.ts';

const of = (unit: string | null, gbCode = 'a05024') => ({ unit, gbCode });

describe('a unit', () => {
  it.each([
    [
      'µg/m³',
      [
        'ug/m3',
        'μg/m3',
        'microg/m3',
        'µg m-3',
        'ug/m^3',
        '微克/立方米',
        'Micrograms/cubic meter (LC)',
        'UG/M3',
      ],
    ],
    ['mg/m³', ['mg/m3', 'mg.m-3', 'mg/Nm3']],
    ['ppb', ['PPB', 'ppbv', 'Parts per billion']],
    ['°C', ['℃', 'degC', 'ºC', 'C']],
    ['hPa', ['mbar', 'hPa']],
  ])('%s is known in many spellings', (label, spellings) => {
    expect(spellings.map(findUnit)).toEqual(spellings.map(() => label));
  });

  it('is unknown in other spellings', () => {
    expect(['furlong', 'mg', '', 'µg/l'].map(findUnit)).toEqual(['', '', '', ''].map(() => undefined));
  });

  it.each([
    ['mg/m³', of('µg/m³'), 0.035, 35],
    ['µg/m³', of('mg/m³', 'a21005'), 1200, 1.2],
    ['ng/m³', of('µg/m³'), 1500, 1.5],
    ['ppb', of('µg/m³'), 50, (50 * 47.997) / 24.465],
    ['ppm', of('mg/m³', 'a21005'), 2, (2 * 28.01) / 24.465],
    ['µg/m³', of('ppm', 'a05001'), 720_000, (720 * 24.465) / 44.009],
    ['°F', of('°C'), 212, 100],
    ['K', of('°C'), 273.15, 0],
    ['°C', of('K'), 0, 273.15],
    ['hPa', of('kPa'), 1013.25, 101.325],
    ['mmHg', of('hPa'), 760, 1013.25],
    ['km/h', of('m/s'), 36, 10],
  ])('%s is converted to that of the channel', (from, channel, given, value) => {
    expect(makeConversion(from, channel, 25)?.(given)).toBeCloseTo(value, 4);
  });

  it('is converted by the stated temperature for gases', () => {
    const at = (celsius: 0 | 20 | 25) => makeConversion('ppb', of('µg/m³', 'a21004'), celsius)?.(1);
    expect([at(0), at(20), at(25)].map((value) => value?.toFixed(4))).toEqual(['2.0526', '1.9125', '1.8805']);
  });

  it.each([
    ['ppb', of('µg/m³', 'a34004')],
    ['°C', of('µg/m³')],
    ['furlong', of('µg/m³')],
    ['µg/m³', of(null)],
  ])('%s is refused if it cannot be converted', (from, channel) => {
    expect(makeConversion(from, channel, 25)).toBeUndefined();
  });

  it('may be a compass point', () => {
    expect(['N', 'nne', 'SO', 'W', 'x'].map(readCompass)).toEqual([0, 22.5, 225, 270, undefined]);
  });
});
