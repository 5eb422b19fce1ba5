import { expect, it } from 'vitest';
import { writeLogged } from './write-logged.ts';

it.each([
  ['12.5', '12,5'],
  ['-3', '−3'],
  ['7.125', '7,125'],
  ['1e-7', '1e-7'],
  [null, '—'],
])('writes the logged value %j as %j in French', (text, expected) => {
  expect(writeLogged(text, 'fr')).toBe(expected);
});
