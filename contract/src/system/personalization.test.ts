import { expect, it } from 'vitest';
import { readLinkAddress } from './personalization.ts';

it('leads to web pages and to paths of this site', () => {
  expect(readLinkAddress('https://air.example.org')).toBe('https://air.example.org/');
  expect(readLinkAddress('http://air.example.org/a?b=1')).toBe('http://air.example.org/a?b=1');
  expect(readLinkAddress('/home?lan=fr#top')).toBe('/home?lan=fr#top');
});

it('leads nowhere with anything else', () => {
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
