import { expect, it } from 'vitest';
import { toRem } from './scale.ts';

it('converts pixels of a desktop to the unit of the root font', () => {
  expect([16, 360, 8].map(toRem)).toEqual(['1rem', '22.5rem', '0.5rem']);
});
