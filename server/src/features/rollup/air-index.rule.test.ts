import { describe, expect, it } from 'vitest';
import { type DayValues, findWithholding, indexDay, indexHour, toIndexValue } from './air-index.rule.ts';

const date = '2026-11-08';
/** A mean as a column of 32 bits returns it. */
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
    expect(indexDay(date, { means, highest: {}, carbonMonoxide: [], ozone: [] }).aqi).toBe(aqi);
  });

  it.each([
    ['hours with noise', [101.6, 101.6, 101.6, 101.2, 101.6, 101.6, 101.6, 101.2], 101.5, 52],
    ['a mean with more digits than are stored', [...Array<number>(7).fill(101.5), 101.4999], 101.5, 52],
  ])('is computed from eight hours of ozone as they are presented: %s', (_, eight, ozone8h, aqi) => {
    const hours = eight.map((mean) => toIndexValue('O3', stored(mean), 'µg/m³'));
    const values: DayValues = {
      means: {},
      highest: {},
      carbonMonoxide: [],
      ozone: [...hours, ...hours, ...hours],
    };
    expect(indexDay(date, values)).toMatchObject({ ozone8h, aqi });
  });
});

describe('an index without all pollutants', () => {
  const six = new Set(['PM2.5', 'PM10', 'SO2', 'NO2', 'CO', 'O3'] as const);
  const five = new Set([...six].filter((pollutant) => pollutant !== 'O3'));
  const means = { 'PM2.5': 20, PM10: 30, SO2: 10, NO2: 15, CO: 0.8, O3: null };

  it.each([
    ['is withheld up to 100', 100, means, six, '2026-03-01', ['O3']],
    ['names every pollutant that is missing', 30, { ...means, CO: null }, six, date, ['CO', 'O3']],
    ['is published above 100', 101, means, six, date, []],
    ['is published before the standard came into force', 100, means, six, '2026-02-28', []],
    ['is published by a station that does not measure all of them', 30, means, five, date, []],
    ['is published when none is missing', 30, { ...means, O3: 90 }, six, date, []],
    ['is not withheld if there is no index at all', null, means, six, date, []],
  ])('%s', (_, aqi, values, measured, day, missing) => {
    expect(findWithholding(aqi, values, measured, () => day)).toEqual(missing);
  });
});
