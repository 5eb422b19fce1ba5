import { describe, expect, it } from 'vitest';
import { describeClient } from './client.rule.ts';

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)';

describe('a client', () => {
  it.each([
    [`${windows} Chrome/141.0.0.0 Safari/537.36`, 'Chrome 141', 'Windows'],
    [`${windows} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0`, 'Edge 141', 'Windows'],
    [`${windows} Chrome/141.0.0.0 Safari/537.36 OPR/122.0.0.0`, 'Opera 122', 'Windows'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox 143', 'Linux'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15',
      'Safari 18',
      'macOS',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
      'Safari 18',
      'iOS',
    ],
    [
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36 MicroMessenger/8.0.60',
      'WeChat 8',
      'Android',
    ],
    ['curl/8.5.0', '-', '-'],
    ['', '-', '-'],
    [undefined, '-', '-'],
  ])('with the user agent %j is %s on %s', (userAgent, browser, os) => {
    expect(describeClient('10.0.0.1', userAgent)).toEqual({ address: '10.0.0.1', browser, os });
  });

  it('with a very long user agent is read up to a limit', () => {
    expect(describeClient('::1', `${'x'.repeat(100_000)} Firefox/143.0`).browser).toBe('-');
  });
});
