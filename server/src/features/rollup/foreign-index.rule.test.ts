import type { IndexPollutant } from '@limpid/aqi/pollutant';
import { describe, expect, it } from 'vitest';
import type { DayValues } from './air-index.rule.ts';
import { indexForeignDay } from './foreign-index.rule.ts';

type Fact = readonly [mean: number, highest: number, hours?: number];

/** A day from the mean, the highest hour and the number of valid hours of its pollutants; CO has one value all day. */
function makeDay(facts: Partial<Record<IndexPollutant, Fact>>, ozone8h: number | null = null) {
  const entries = Object.entries(facts) as [IndexPollutant, Fact][];
  const values: DayValues = {
    means: Object.fromEntries(entries.map(([name, [mean, , hours = 24]]) => [name, { mean, hours }])),
    highest: Object.fromEntries(
      entries.map(([name, [, highest, hours = 24]]) => [name, hours < 20 ? null : highest]),
    ),
    ozone: [],
    carbonMonoxide: Array.from({ length: facts.CO?.[2] ?? 24 }, () => facts.CO?.[0] ?? null),
  };
  return indexForeignDay(values, ozone8h);
}

const clean = {
  'PM2.5': [4, 5],
  PM10: [8, 12],
  SO2: [2, 5],
  NO2: [5, 9],
  CO: [0.2, 0.3],
  O3: [30, 45],
} as const;
const index = (aqi: number | null, main: string | null, whole = true) => ({ aqi, main, whole });

describe('the American index of a day', () => {
  it.each([
    // 50 / 9 × 4 = 22.2; O3 of 40 µg/m³ is 0.020 ppm, which is 18.9.
    ['takes the mean of PM2.5', clean, 40, index(22, 'PM2.5')],
    // 101 + (40 − 35.5) × 49 / 19.9 = 112.1.
    ['by the table of 2024', { ...clean, 'PM2.5': [40, 90] }, 40, index(112, 'PM2.5')],
    // 160 µg/m³ × 24.465 / 47.997 = 81.55 ppb, cut to 0.081: 101 + 10 × 49 / 14.
    ['takes the highest eight hours of O3', clean, 160, index(136, 'O3')],
    // 300 µg/m³ are 0.152 ppm in an hour: 101 + 27 × 49 / 39 = 134.9.
    ['takes the hour of O3 where it is worse', { ...clean, O3: [60, 300] }, 100, index(135, 'O3')],
    // 200 µg/m³ × 24.465 / 46.006 = 106.4 ppb, cut to 106: 101 + 5 × 49 / 259 = 101.9.
    ['takes the highest hour of NO2', { ...clean, NO2: [50, 200] }, 40, index(102, 'NO2')],
    // 300 µg/m³ × 24.465 / 64.066 = 114.6 ppb, cut to 114: 101 + 38 × 49 / 109 = 118.1.
    ['takes the highest hour of SO2', { ...clean, SO2: [20, 300] }, 40, index(118, 'SO2')],
    // 10 mg/m³ × 24.465 / 28.01 = 8.73 ppm, cut to 8.7: 51 + 4.2 × 49 / 4.9 = 93.
    ['takes eight hours of CO', { ...clean, CO: [10, 10] }, 40, index(93, 'CO')],
    [
      'has no index of an impossible concentration',
      { 'PM2.5': [60_000, 60_000] },
      null,
      index(null, null, false),
    ],
  ] as const)('%s', (_, facts, ozone8h, expected) => {
    expect(makeDay(facts, ozone8h).us).toEqual(expected);
  });
});

describe('the European index of a day', () => {
  it.each([
    ['is that of its worst hour', { ...clean, 'PM2.5': [10, 60] }, index(4, 'PM2.5')],
    ['names all pollutants that reach it', { ...clean, NO2: [20, 70], O3: [80, 130] }, index(4, 'NO2,O3')],
    ['needs NO2, O3 and particles', { PM10: [20, 50] }, index(3, 'PM10', false)],
    ['needs 20 valid hours', { ...clean, 'PM2.5': [10, 200, 19] }, index(1, 'PM10,NO2,O3,SO2')],
  ] as const)('%s', (_, facts, expected) => {
    expect(makeDay(facts).europe).toEqual(expected);
  });
});

describe('the ATMO index of a day', () => {
  it.each([
    ['takes the mean of particles', { ...clean, 'PM2.5': [22, 90] }, index(3, 'PM2.5')],
    ['takes the highest hour of gases', { ...clean, O3: [60, 150] }, index(4, 'O3')],
    ['needs all five pollutants', { PM10: [45, 60] }, index(3, 'PM10', false)],
    ['needs 20 valid hours', { 'PM2.5': [22, 90, 19] }, index(null, null, false)],
  ] as const)('%s', (_, facts, expected) => {
    expect(makeDay(facts).atmo).toEqual(expected);
  });
});
