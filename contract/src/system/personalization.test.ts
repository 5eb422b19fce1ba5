import { expect, it } from 'vitest';
import { readLinkAddress } from './personalization.ts';

it('allows links to web pages and to paths of this site', () => {
  expect(readLinkAddress('https://air.example.org')).toBe('https://air.example.org/');
  expect(readLinkAddress('http://air.example.org/a?b=1')).toBe('http://air.example.org/a?b=1');
  expect(readLinkAddress('/home?lan=fr#top')).toBe('/home?lan=fr#top');
});

it('drops any other link', () => {
  for (const address of [
    null,
    '',
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,x',
    'ftp://example.org',
    'https://',
    '//example.org',
    '/\\example.org',
    '/\t/example.org',
    '/x/..//example.org',
    'air.example.org',
  ]) {
    expect(readLinkAddress(address)).toBeUndefined();
  }
});
