import { expect, it } from 'vitest';
import { describeComparison } from './comparison.ts';
import { formatSpan } from './format.ts';

it.each([
  [{ value: 132.4, limit: 75, compare: 'gt', unit: 'µg/m³', decimals: 0 }, '132 µg/m³', '> 75'],
  [{ value: 10.46, limit: 10.8, compare: 'le', unit: 'V', decimals: 1 }, '10.5 V', '≤ 10.8'],
  [{ value: 301.255, limit: 200, compare: 'ge' }, '301.26', '≥ 200'],
  [{ value: null, limit: null }, '', ''],
] as const)('describes %j', (facts, value, limit) => {
  const plain = (text: string) => text.replaceAll('\u202f', ' ');
  const found = describeComparison(facts, 'en');
  expect([plain(found.value), plain(found.limit)]).toEqual([value, limit]);
});

it.each([
  [0, '0 sec'],
  [59, '59 sec'],
  [60, '1 min'],
  [125, '2 min 5 sec'],
  [7505, '2 hr 5 min'],
  [7200, '2 hr'],
  [90_000, '1 day 1 hr'],
])('writes %i seconds as %s', (seconds, text) => {
  expect(formatSpan(seconds, 'en')).toBe(text);
});
