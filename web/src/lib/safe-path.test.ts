import { expect, test } from 'vitest';
import { safePath } from './safe-path.ts';

test('a path of this site is kept with its query and hash', () => {
  expect(safePath('/system/post?postCode=a&b=2#x')).toBe('/system/post?postCode=a&b=2#x');
});

test.each([
  '//evil.example',
  '/\\evil.example',
  '\\/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/x/..//evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  'evil',
  '',
  null,
  undefined,
])('%j is refused', (value) => {
  expect(safePath(value)).toBeUndefined();
});
