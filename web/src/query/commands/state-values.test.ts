import { expect, it } from 'vitest';
import { findStateValues, stateKey } from './state-values.ts';

it('finds the states in packets, each once', () => {
  const text = `QN=1;CN=3020;CP=&&PolId=a34004;i12001-Info=2;i13008-Info=1.02&&
QN=2;CN=3020;CP=&&DataTime=20260101000000;i12001-Info = 2,i22101-Info =0&&`;
  expect(findStateValues(text)).toEqual([
    { code: 'i12001', value: '2' },
    { code: 'i22101', value: '0' },
  ]);
  expect(findStateValues('')).toEqual([]);
});

it.each([
  ['2', '2'],
  [' 02 ', '2'],
  ['2.0', '2'],
  ['2.5', ''],
  ['', ''],
  ['x', ''],
])('names the state "%s" as "%s"', (value, key) => {
  expect(stateKey(value)).toBe(key);
});
