import { expect, test } from 'vitest';
import { buildQueryString, trimStrings } from './query-string.ts';

test('trims every string at any depth', () => {
  expect(trimStrings({ a: ' x ', b: { c: ['\ty', 1, null] }, d: false })).toEqual({
    a: 'x',
    b: { c: ['y', 1, null] },
    d: false,
  });
});

test('writes nested values with brackets and leaves out empty ones', () => {
  const query = { pageNum: 1, name: '', none: null, params: { beginTime: '2026-01-01', endTime: undefined } };
  expect(decodeURIComponent(buildQueryString(query))).toBe('pageNum=1&params[beginTime]=2026-01-01');
});

test('keeps zero and false', () => {
  expect(buildQueryString({ status: 0, on: false })).toBe('status=0&on=false');
});
