import { describe, expect, it } from 'vitest';
import { OutboundError } from './outbound-error.ts';
import { checkPort, readHost, readUrl } from './target.rule.ts';

describe('a host', () => {
  it.each([
    ['example.com', 'example.com'],
    ['EXAMPLE.com', 'example.com'],
    ['example.com.', 'example.com.'],
    ['mail_1.local', 'mail_1.local'],
    ['localhost', 'localhost'],
    ['10.0.0.1', '10.0.0.1'],
    ['2001:DB8::1', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['::ffff:127.0.0.1', '::ffff:7f00:1'],
    ['127.1', '127.0.0.1'],
    ['127.0.1', '127.0.0.1'],
    ['127.0.0.1.', '127.0.0.1'],
    ['2130706433', '127.0.0.1'],
    ['0x7f000001', '127.0.0.1'],
    ['0x7f.1', '127.0.0.1'],
    ['0177.0.0.1', '127.0.0.1'],
    ['017700000001', '127.0.0.1'],
    ['0', '0.0.0.0'],
    ['0x', '0.0.0.0'],
    ['[::]', '::'],
    ['::', '::'],
    ['１２７.0.0.1', '127.0.0.1'],
    ['127。0。0。1', '127.0.0.1'],
    ['ⓛocalhost', 'localhost'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
  ])('%s is read as %s', (given, host) => {
    expect(readHost(given)).toBe(host);
  });

  it.each([
    '',
    ' ',
    'a b',
    'example.com:80',
    'user@example.com',
    'example.com/path',
    'example.com?x',
    'example.com#x',
    'example.com\\x',
    'http://example.com',
    '%6cocalhost',
    '127.0.0.256',
    '1.2.3.4.5',
    '4294967296',
    '[::1',
    '[example.com]',
    '[[::1]]',
    'fe80::1%eth0',
    'example\u0000.com',
    `${'a'.repeat(250)}.com`,
  ])('%j is refused', (given) => {
    expect(() => readHost(given)).toThrow(OutboundError);
  });
});

describe('a web address', () => {
  it.each([
    ['https://example.com', false],
    ['https://example.com:8443/a?b=c#d', false],
    ['http://example.com', true],
  ])('%s is accepted; with http: %s', (text, allowHttp) => {
    expect(readUrl(text, { allowHttp }).host).toMatch(/^example\.com/);
  });

  it.each([
    ['http://example.com', false],
    ['ftp://example.com', true],
    ['file:///etc/passwd', true],
    ['gopher://example.com', true],
    ['javascript:alert(1)', true],
    ['data:text/plain,x', true],
    ['example.com', true],
    ['//example.com', true],
    ['https://', true],
    ['https://user@example.com', true],
    ['https://user:secret@example.com', true],
    ['https://:secret@example.com', true],
    ['https://example.com@127.0.0.1', true],
    ['https://example.com:0', true],
    ['https://example.com:65536', true],
    ['https://[fe80::1%25eth0]/', true],
    [`https://example.com/${'a'.repeat(2048)}`, true],
    ['', true],
  ])('%s is refused; with http: %s', (text, allowHttp) => {
    expect(() => readUrl(text, { allowHttp })).toThrow(new OutboundError('invalid_url'));
  });
});

describe('a port', () => {
  it.each([0, -1, 65_536, 1.5, Number.NaN])('%s is refused', (port) => {
    expect(() => checkPort(port)).toThrow(OutboundError);
  });
});
