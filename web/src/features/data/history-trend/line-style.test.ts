import { expect, it } from 'vitest';
import { styleLine } from './line-style.ts';

it('gives the first site of a channel the colour of the channel', () => {
  expect(styleLine('#1f6fd6', 0, false)).toEqual({ colour: '#1f6fd6', dash: 'solid' });
});

it('gives every one of twenty sites another look', () => {
  const looks = Array.from({ length: 20 }, (_, n) => JSON.stringify(styleLine('#1f6fd6', n, true)));
  expect(new Set(looks).size).toBe(20);
});
