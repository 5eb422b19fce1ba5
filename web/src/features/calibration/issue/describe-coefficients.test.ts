import { expect, it } from 'vitest';
import { describeCoefficients } from './describe-coefficients.ts';

it('writes K and B with three decimals or more, a true minus, and each on the line of its letter', () => {
  expect(describeCoefficients({ k: 0.75, b: -3 }, 'en')).toBe('K\u00a00.750, B\u00a0−3.000');
  expect(describeCoefficients({ k: 1.123456, b: null }, 'fr')).toBe('K\u00a01,123456, B\u00a00,000');
});
