import fc from 'fast-check';
import { expect, it } from 'vitest';
import { presentValue } from './present-value.rule.ts';

it('has no noise of binary numbers', () => {
  expect(presentValue(0.1 + 0.2, 1)).toBe(0.3);
  expect(presentValue(Math.fround(28.7), 0)).toBe(28.7);
  expect(presentValue(Math.fround(1013.37), 1)).toBe(1013.37);
  expect(presentValue(Math.fround(100_000.37), 1)).toBe(100_000.4);
  expect(presentValue(-0.000_01, 1)).toBe(0);
});

it('keeps what a stored value says, and two decimals more than the channel shows of a mean', () => {
  expect(presentValue(35 / 3, 0)).toBe(11.67);
  expect(presentValue(35 / 3, 1)).toBe(11.667);
  fc.assert(
    fc.property(
      fc.integer({ min: -99_999, max: 99_999 }),
      fc.integer({ min: 0, max: 4 }),
      (whole, decimals) => {
        const value = Number((whole / 10 ** decimals).toFixed(decimals));
        expect(presentValue(Math.fround(value), decimals)).toBe(value === 0 ? 0 : value);
      },
    ),
  );
});
