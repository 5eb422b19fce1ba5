import { expect, test } from 'vitest';
import { formatBytes, formatChange, formatDecimal, formatDuration } from './format.ts';
import { readFileName } from './save-blob.ts';

test('formats sizes in the language', () => {
  expect(formatBytes(9_100_000, 'en')).toBe('9.1 MB');
  expect(formatBytes(9_100_000, 'fr')).toMatch(/^9,1\sMo$/);
  expect(formatBytes(0, 'en')).toBe('0 byte');
  expect(formatBytes(3.2e15, 'en')).toBe('3,200 TB');
});

test('rounds a measured value half to even (GB/T 8170)', () => {
  expect([2.5, 3.5, 35.496, -0.2].map((value) => formatDecimal(value, 0, 'en'))).toEqual([
    '2',
    '4',
    '35',
    '0',
  ]);
  expect(formatDecimal(0.25, 1, 'fr')).toBe('0,2');
});

test('writes a difference with its sign, of which minus is not a hyphen', () => {
  expect([-1, -0.2, 0, 21.6].map((value) => formatChange(value, 0, 'en'))).toEqual(['−1', '±0', '±0', '+22']);
  expect(formatChange(-1.5, 1, 'fr')).toBe('−1,5');
  expect(formatDecimal(-3.5, 1, 'zh')).toBe('−3.5');
});

test('formats a duration in the largest unit that fits', () => {
  expect(formatDuration(59_999, 'en')).toBe('59 seconds');
  expect(formatDuration(3_600_000, 'en')).toBe('1 hour');
  expect(formatDuration(200_000_000, 'fr')).toMatch(/^2\sjours$/);
  expect(formatDuration(-3000, 'en')).toBe('0 seconds');
  expect(formatDuration(120_000, 'en', 'narrow')).toBe('2m');
  expect(formatDuration(120_000, 'fr', 'narrow')).toMatch(/^2\smin$/);
});

test('prefers the encoded name of a download to the plain one', () => {
  const name = `attachment; filename="x.xlsx"; filename*=utf-8''%E5%B2%97%E4%BD%8D.xlsx`;
  expect(readFileName(name)).toBe('岗位.xlsx');
  expect(readFileName('attachment; filename="x.xlsx"')).toBe('x.xlsx');
  expect(readFileName('')).toBe('download');
});
