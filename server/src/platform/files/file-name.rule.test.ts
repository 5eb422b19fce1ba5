import { describe, expect, it } from 'vitest';
import { cleanName, readExtension, withExtension } from './file-name.rule.ts';

describe('a file’s name', () => {
  it.each([
    ['报告 2026.pdf', '报告 2026.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['..\\..\\windows\\win.ini', 'win.ini'],
    ['C:\\fakepath\\photo.jpg', 'photo.jpg'],
    ['/', 'file'],
    ['..', 'file'],
    ['', 'file'],
    ['.htaccess', 'htaccess'],
    ['a\0b\r\nset-cookie: x.png', 'abset-cookie x.png'],
    ['evil\u202egnp.exe', 'evilgnp.exe'],
    ['a"<b>|c?*.txt', 'abc.txt'],
    ['name. . .', 'name'],
    ['e\u0301te\u0301.png', 'été.png'],
    ['half \ud800.png', 'half \ufffd.png'],
  ])('%j is stored as %j', (given, kept) => expect(cleanName(given)).toBe(kept));

  it('is shortened by whole characters, and keeps its extension', () => {
    const name = cleanName(`${'𠮷'.repeat(400)}.pdf`);
    expect(name).toBe(`${'𠮷'.repeat(146)}.pdf`);
    expect(Array.from(cleanName('x'.repeat(400)))).toHaveLength(150);
  });

  it('has its extension in lower case', () => {
    expect(['a.PNG', 'a.tar.gz', 'none', 'a.'].map(readExtension)).toEqual(['png', 'gz', '', '']);
    expect([withExtension('a.b.jpg', 'webp'), withExtension('blob', 'webp')]).toEqual([
      'a.b.webp',
      'blob.webp',
    ]);
  });
});
