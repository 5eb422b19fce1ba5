import { expect, it } from 'vitest';
import { siteAddress } from './site-address.ts';

it('leads to web pages', () => {
  expect(siteAddress('https://air.example.org')).toBe('https://air.example.org/');
  expect(siteAddress('http://air.example.org/a?b=1')).toBe('http://air.example.org/a?b=1');
});

it('leads nowhere with anything else', () => {
  for (const address of [
    null,
    '',
    'javascript:alert(1)',
    'data:text/html,x',
    '//example.org',
    'air.example.org',
  ]) {
    expect(siteAddress(address)).toBeUndefined();
  }
});
