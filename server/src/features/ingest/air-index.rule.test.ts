import { describe, expect, it } from 'vitest';
import { type DayValues, indexDay, indexHour, toIndexValue } from './air-index.rule.ts';

const date = '2026-11-08';
/** A mean as it comes back from a column of 32 bits. */
const stored = Math.fround;

describe('the index of a mean with 32 bits', () => {
  it.each([
    ['CO', 2.45, 'mg/m³', 24],
    ['CO', 2.35, 'mg/m³', 24],
    ['CO', 0.15, 'mg/m³', 2],
    ['CO', 2450, 'µg/m³', 24],
    ['PM2.5', 0.0345, 'mg/m³', 49],
    ['NO2', 0.1005, 'mg/m³', 50],
    ['O3', 0.1615, 'mg/m³', 53],
  ] as const)('of an hour, %s of %d %s, is that of the decimal', (pollutant, mean, unit, aqi) => {
    const values = { [pollutant]: toIndexValue(pollutant, stored(mean), unit) };
    expect(indexHour(date, values).aqi).toBe(aqi);
  });

  it.each([
    ['CO', 1.45, 'mg/m³', 35],
    ['CO', 1.55, 'mg/m³', 40],
    ['CO', 1.65, 'mg/m³', 40],
    ['PM10', 0.0515, 'mg/m³', 52],
  ] as const)('of a day, %s of %d %s, is that of the decimal', (pollutant, mean, unit, aqi) => {
    const means = { [pollutant]: { mean: toIndexValue(pollutant, stored(mean), unit), hours: 24 } };
    expect(indexDay(date, { means, ozone: [] }).aqi).toBe(aqi);
  });

  it.each([
    ['hours with noise', [101.6, 101.6, 101.6, 101.2, 101.6, 101.6, 101.6, 101.2], 101.5, 52],
    ['a mean with more digits than are stored', [...Array<number>(7).fill(101.5), 101.4999], 101.5, 52],
  ])('of eight hours of ozone is that of the value as presented: %s', (_, eight, ozone8h, aqi) => {
    const hours = eight.map((mean) => toIndexValue('O3', stored(mean), 'µg/m³'));
    const values: DayValues = { means: {}, ozone: [...hours, ...hours, ...hours] };
    expect(indexDay(date, values)).toMatchObject({ ozone8h, aqi });
  });
});
