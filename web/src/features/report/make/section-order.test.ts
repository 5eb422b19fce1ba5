import { reportSections } from '@limpid/contract/report/report-request';
import { expect, it } from 'vitest';
import { moveSection, orderSections } from './section-order.ts';

it('sections of the report come first, until an order is chosen that agrees with them', () => {
  expect(orderSections([], ['method', 'summary']).slice(0, 3)).toEqual(['method', 'summary', 'statistics']);
  const chosen = moveSection([...reportSections], 0, 3);
  // A section that is left out keeps its place.
  expect(orderSections(chosen, ['statistics', 'summary', 'days'])).toBe(chosen);
  expect(orderSections(chosen, ['summary', 'statistics'])[0]).toBe('summary');
});

it('a section moves up and down', () => {
  expect(moveSection(['summary', 'days', 'method'], 2, 0)).toEqual(['method', 'summary', 'days']);
  expect(moveSection(['summary', 'days', 'method'], 0, 1)).toEqual(['days', 'summary', 'method']);
});
