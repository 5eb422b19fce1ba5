import { expect, test } from 'vitest';
import { safePath } from './safe-path.ts';

test('keeps a path of this origin with its query and hash', () => {
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
])('refuses %j', (value) => {
  expect(safePath(value)).toBeUndefined();
});
