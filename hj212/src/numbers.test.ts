import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readPacketNumber } from './numbers.ts';

test.each([
  ['56', 56],
  ['0', 0],
  ['-0.0', 0],
  ['-3.20', -3.2],
  ['0.09055002', 0.09055002],
  ['234.883009999144', 234.883009999144],
  ['1234567890123456800', 1.2345678901234568e18],
  ['0.1234567890123456789', 0.12345678901234568],
  [' 12.5 ', 12.5],
  ['+5', 5],
  ['.5', 0.5],
  ['5.', 5],
  ['1E-05', 0.00001],
  ['2e3', 2000],
])('reads %j as the number %d', (text, value) => expect(readPacketNumber(text)).toBe(value));

test.each([
  '',
  ' ',
  '-',
  '--',
  '.',
  '-.',
  '+-1',
  'NaN',
  'nan',
  'Infinity',
  '-Infinity',
  'inf',
  '1e309',
  '-1e309',
  '1e-400',
  '9'.repeat(400),
  '0x10',
  '1_000',
  '1,5',
  '1.2.3',
  '1 2',
  '12abc',
  'e5',
  '１２',
  'null',
  'N',
])('reads %j as null', (text) => expect(readPacketNumber(text)).toBeNull());

test('reads the same numbers as JavaScript, from any position of a text', () => {
  fc.assert(
    fc.property(fc.integer(), fc.nat(20), (digits, decimals) => {
      const text = (digits / 10 ** (decimals % 12)).toFixed(decimals);
      expect(readPacketNumber(`x=${text};`, 2, 2 + text.length)).toBe(Number(text) === 0 ? 0 : Number(text));
    }),
  );
});
