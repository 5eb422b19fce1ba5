import { expect, it } from 'vitest';
import { insertSection, moveSection } from './section-order.ts';

it('an added section takes its usual place, or the end of another order', () => {
  expect(insertSection(['summary', 'days', 'method'], 'levels')).toEqual([
    'summary',
    'levels',
    'days',
    'method',
  ]);
  expect(insertSection(['summary'], 'method')).toEqual(['summary', 'method']);
  expect(insertSection([], 'alarms')).toEqual(['alarms']);
});

it('a section moves up and down', () => {
  expect(moveSection(['summary', 'days', 'method'], 2, 0)).toEqual(['method', 'summary', 'days']);
  expect(moveSection(['summary', 'days', 'method'], 0, 1)).toEqual(['days', 'summary', 'method']);
});
