import { expect, it } from 'vitest';
import { describePeriod } from './describe-period.ts';

const at = (text: string) => Date.parse(text);

it('names whole days by their dates, the last one included', () => {
  const range = { from: at('2026-10-17T16:00Z'), to: at('2026-11-16T16:00Z') };
  expect(describePeriod(range, 'Asia/Shanghai', 'en')).toBe('Oct 18, 2026 – Nov 16, 2026');
  expect(describePeriod(range, 'Asia/Shanghai', 'fr')).toBe('18 oct. 2026 – 16 nov. 2026');
});

it('names a single day once, also the one of 25 hours', () => {
  const range = { from: at('2026-10-24T22:00Z'), to: at('2026-10-25T23:00Z') };
  expect(describePeriod(range, 'Europe/Paris', 'en')).toBe('Oct 25, 2026');
});

it('names other ranges by their moments', () => {
  const range = { from: at('2026-11-15T08:30Z'), to: at('2026-11-16T08:30Z') };
  expect(describePeriod(range, 'UTC', 'en')).toBe('Nov 15, 2026 08:30 – Nov 16, 2026 08:30');
});
