import { describe, expect, it } from 'vitest';
import { type Amounts, completeIndex, readAmount, readPrimary } from './reference.rule.ts';

const none: Amounts = { 'PM2.5': null, PM10: null, SO2: null, NO2: null, CO: null, O3: null };
const silent = { aqi: null, level: null, primaryPollutant: null };
const hazy: Amounts = { 'PM2.5': 57, PM10: 131, SO2: 5, NO2: 69, CO: 1, O3: 32 };

describe('a cell of a publication', () => {
  it.each(['', '—', '-', '-;', 'NA', 'n/a', null, ' ', '缺测'])('%j is no value', (cell) =>
    expect(readAmount(cell)).toBeNull(),
  );

  it('below the limit of detection counts as half the limit, and other text is left for validation', () => {
    expect(readAmount('<3')).toBe(1.5);
    expect(['12', 0, -1, 'much'].map(readAmount)).toEqual(['12', 0, -1, 'much']);
  });

  it.each([
    ['颗粒物(PM10)', 'PM10'],
    ['细颗粒物(PM2.5)', 'PM2.5'],
    ['颗粒物(PM10),细颗粒物(PM2.5)', 'PM2.5,PM10'],
    ['臭氧1小时(O3_1h)', 'O3'],
    ['臭氧8小时、二氧化氮', 'NO2,O3'],
    ['一氧化碳', 'CO'],
    ['PM2.5,SO2', 'PM2.5,SO2'],
    ['—', null],
    ['dust', undefined],
    ['PM10,dust', undefined],
  ])('%s names %s as primary', (cell, expected) => expect(readPrimary(cell)).toBe(expected));
});

describe('the index of an hour', () => {
  it('is used as published', () => {
    const given = { aqi: 105, level: '3', primaryPollutant: 'PM10' };
    expect(completeIndex('2026-04-14', none, given)).toEqual(given);
  });

  it('is computed from the values by the standard of that day if not published', () => {
    expect(completeIndex('2026-04-14', hazy, silent)).toEqual({
      aqi: 105,
      level: '3',
      primaryPollutant: 'PM10',
    });
    expect(completeIndex('2025-04-14', hazy, silent)).toEqual({
      aqi: 91,
      level: '2',
      primaryPollutant: 'PM10',
    });
  });

  it('determines the level, and has no primary pollutant of another index', () => {
    expect(completeIndex('2026-04-14', hazy, { ...silent, aqi: 330 })).toEqual({
      aqi: 330,
      level: '6',
      primaryPollutant: null,
    });
  });

  it('is not computed from too few values', () => {
    expect(completeIndex('2026-04-14', { ...none, 'PM2.5': 20 }, silent)).toEqual(silent);
    expect(completeIndex('2026-04-14', none, silent)).toEqual(silent);
  });
});
