import { expect, test } from 'vitest';
import { removeStyleFunctions } from './remove-style-functions.ts';

test('replaces the styles of every registration, and keeps names, tokens and options', () => {
  const code = `const a = genStyleHooks('A', token => [{ b: token.c }], prepare, { order: 1 });
export const B = genSubStyleComponent(['B', 'small'], (token) => other(token));
other(1, token => [token]);`;
  expect(removeStyleFunctions(code)).toBe(`const a = genStyleHooks('A', () => [], prepare, { order: 1 });
export const B = genSubStyleComponent(['B', 'small'], () => []);
other(1, token => [token]);`);
});
