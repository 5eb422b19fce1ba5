import { describe, expect, it } from 'vitest';
import { roundForPublication } from './round.ts';

describe('a published value', () => {
  it.each([
    ['PM2.5', 60.5, 60],
    ['O3', 61.5, 62],
    ['CO', 0.25, 0.2],
    ['CO', 0.35, 0.4],
    ['temperature', -0.05, 0],
    ['temperature', -10.25, -10.2],
    ['humidity', 45.5, 46],
    ['pressure', 1013.25, 1013.2],
    ['windSpeed', 2.15, 2.2],
    ['windDirection', 359.6, 0],
    ['noise', 64.95, 65],
  ] as const)('has the decimals of its quantity: %s %d is %d', (quantity, value, published) => {
    expect(roundForPublication(quantity, value)).toBe(published);
  });

  it('is null for NaN and infinity', () => {
    expect(roundForPublication('CO', Number.NaN)).toBeNull();
    expect(roundForPublication('O3', Number.NEGATIVE_INFINITY)).toBeNull();
  });
});
