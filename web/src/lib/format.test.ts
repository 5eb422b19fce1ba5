import { expect, test } from 'vitest';
import { formatBytes } from './format.ts';
import { fileNameOf } from './save-file.ts';

test('sizes are written as the language writes them', () => {
  expect(formatBytes(9_100_000, 'en')).toBe('9.1 MB');
  expect(formatBytes(9_100_000, 'fr')).toMatch(/^9,1\sMo$/);
  expect(formatBytes(0, 'en')).toBe('0 byte');
  expect(formatBytes(3.2e15, 'en')).toBe('3,200 TB');
});

test('the encoded name of a download wins over the plain one', () => {
  const name = `attachment; filename="x.xlsx"; filename*=utf-8''%E5%B2%97%E4%BD%8D.xlsx`;
  expect(fileNameOf(name)).toBe('岗位.xlsx');
  expect(fileNameOf('attachment; filename="x.xlsx"')).toBe('x.xlsx');
  expect(fileNameOf('')).toBe('download');
});
