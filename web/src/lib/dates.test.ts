import { expect, it } from 'vitest';
import { formatDateTime } from './dates.ts';

const wire = '2026-11-05 09:04:07';

it('formats a date-time in each language', () => {
  expect(formatDateTime(wire, 'zh')).toBe('2026年11月05日 09:04:07');
  expect(formatDateTime(wire, 'en')).toBe('Nov 5, 2026 09:04:07');
  expect(formatDateTime(wire, 'fr')).toBe('5 nov. 2026 09:04:07');
});

it('returns text that is not a date unchanged', () => {
  expect(formatDateTime(null, 'en')).toBe('');
  expect(formatDateTime('soon', 'en')).toBe('soon');
});
