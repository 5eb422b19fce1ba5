import { expect, it } from 'vitest';
import { printNicely } from './print-nicely.ts';

it('shows the structure of JSON, and leaves everything else alone', () => {
  expect(printNicely('{"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}');
  expect(printNicely('{"a":"cut o')).toBe('{"a":"cut o');
  expect(printNicely('12')).toBe('12');
  expect(printNicely('')).toBe('');
});
