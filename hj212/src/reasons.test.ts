import { expect, test } from 'vitest';
import { explanations, reasons } from './reasons.ts';

test('explains every reason in one line', () => {
  expect(Object.keys(explanations)).toEqual([...reasons]);
  for (const text of Object.values(explanations)) expect(text).toMatch(/^[^\n]{10,140}$/);
});
