import { expect, it } from 'vitest';
import { meansByHour, toCurve } from './mean-curve.ts';

const size = { width: 100, height: 20 };

it.each([
  ['numbers', 'number', [10, 20, null], 15],
  ['sound levels by their energy', 'level', [80, 60, null], 77.03],
])('averages the sites that have a value: %s', (_, dataType, numbers, mean) => {
  const [found, none] = meansByHour({ values: [numbers, [null, null, null]] }, dataType);
  expect(found).toBeCloseTo(mean, 2);
  expect(none).toBeUndefined();
});

it.each(['direction', 'enum', 'switch'])('draws no curve for a channel of type %s', (dataType) => {
  expect(toCurve(meansByHour({ values: [[350, 10]] }, dataType), size)).toBe('');
});

it('draws a curve that breaks where values are missing', () => {
  expect(toCurve([0, 10, undefined, 5, 0], size)).toBe('M0 20L25 0M75 10L100 20');
  expect(toCurve([4, 4], size)).toBe('M0 10L100 10');
  expect(toCurve([], size)).toBe('');
  expect(toCurve([undefined], size)).toBe('');
});
