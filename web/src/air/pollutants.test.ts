import { expect, it } from 'vitest';
import { namePrimary, pollutantSign } from './pollutants.ts';

it('writes pollutants as symbols, with the decimal separator of the language', () => {
  expect(pollutantSign('PM2.5', 'zh')).toBe('PM₂.₅');
  expect(pollutantSign('PM2.5', 'fr')).toBe('PM₂,₅');
  expect(pollutantSign('TSP', 'fr')).toBeUndefined();
});

it('reads primary pollutants from bits and joins them as the language does', () => {
  expect(namePrimary({ primary: 0b100011 }, 'zh')).toBe('PM₂.₅、PM₁₀和O₃');
  expect(namePrimary({ primary: 0b100011 }, 'en')).toBe('PM₂.₅, PM₁₀, and O₃');
  expect(namePrimary({ primary: 0b000011 }, 'fr')).toBe('PM₂,₅ et PM₁₀');
  expect(namePrimary({ primary: 0 }, 'en')).toBe('');
});
