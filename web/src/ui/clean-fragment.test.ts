// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { cleanFragment } from './clean-fragment.ts';

function clean(html: string): string {
  const box = document.createElement('div');
  box.append(cleanFragment(html));
  return box.innerHTML;
}

it('keeps form and words', () => {
  expect(clean('<h2>A</h2><p><b>b</b><br>空气</p>')).toBe('<h2>A</h2><p><b>b</b><br>空气</p>');
  expect(clean('<article><font>a</font></article>')).toBe('a');
});

it.each([
  '<img src=x onerror=alert(1)>',
  '<script>alert(1)</script>',
  '<iframe src="https://evil.example"></iframe>',
  '<a href="javascript:alert(1)"></a>',
  '<p onclick="alert(1)" style="position:fixed"></p>',
])('leaves nothing that acts of %s', (html) => {
  expect(clean(html)).not.toMatch(/alert|evil|src|href|style|onclick/);
});

it('opens links apart', () => {
  expect(clean('<a href="https://example.org">x</a>')).toContain('rel="noopener noreferrer"');
});
