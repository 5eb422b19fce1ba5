// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { cleanFragment } from './clean-fragment.ts';

function clean(html: string): string {
  const box = document.createElement('div');
  box.append(cleanFragment(html));
  return box.innerHTML;
}

it('keeps formatting and text', () => {
  expect(clean('<h2>A</h2><p><b>b</b><br>空气</p>')).toBe('<h2>A</h2><p><b>b</b><br>空气</p>');
  expect(clean('<article><font>a</font></article>')).toBe('a');
});

it.each([
  '<img src=x onerror=alert(1)>',
  '<script>alert(1)</script>',
  '<iframe src="https://evil.example"></iframe>',
  '<a href="javascript:alert(1)"></a>',
  '<p onclick="alert(1)" style="position:fixed"></p>',
  '<img src="https://evil.example/pixel.png">',
  '<img src="/prod-api/common/file/../../logout">',
  '<span style="color: red; background-color: url(//evil.example)" class="ant-btn evil"></span>',
  '<span style="color: expression(alert(1))"></span>',
])('leaves nothing that acts of %s', (html) => {
  expect(clean(html)).not.toMatch(/alert|evil|src|href|url|class|position|onclick/);
});

it('opens links in a new tab', () => {
  expect(clean('<a href="https://example.org">x</a>')).toContain('rel="noopener noreferrer"');
});

it('keeps markup of the RuoYi editor: alignment, size, indent, colours and pictures of this origin', () => {
  const picture = `/prod-api/common/file/${'a1'.repeat(24)}`;
  const html =
    '<p class="ql-align-center ql-indent-2"><span class="ql-size-large" ' +
    'style="color: rgb(230, 0, 0); background-color: rgb(255, 255, 0);">a</span></p>' +
    `<p><img src="${picture}" alt="b"></p>`;
  const box = document.createElement('div');
  box.append(cleanFragment(html));
  expect(box.querySelector('p')?.className).toBe('ql-align-center ql-indent-2');
  const span = box.querySelector('span');
  expect([span?.className, span?.style.color]).toEqual(['ql-size-large', 'rgb(230, 0, 0)']);
  expect(box.querySelector('img')?.getAttribute('src')).toBe(picture);
  // Cleaning is idempotent.
  expect(clean(clean(html))).toBe(clean(html));
});
