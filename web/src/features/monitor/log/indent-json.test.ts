import { expect, it } from 'vitest';
import { indentJson } from './indent-json.ts';

it('indents JSON and leaves other text unchanged', () => {
  expect(indentJson('{"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}');
  expect(indentJson('{"a":"cut o')).toBe('{"a":"cut o');
  expect(indentJson('12')).toBe('12');
  expect(indentJson('')).toBe('');
});
