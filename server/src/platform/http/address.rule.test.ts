import { expect, it } from 'vitest';
import { cleanForwardedFor, locateAddress, readNetwork } from './address.rule.ts';

it.each([
  ['127.0.0.1', true],
  ['10.1.2.3', true],
  ['172.16.0.1', true],
  ['172.32.0.1', false],
  ['192.168.7.1', true],
  ['::1', true],
  ['fd00::1', true],
  ['::ffff:10.1.2.3', true],
  ['::ffff:8.8.8.8', false],
  ['8.8.8.8', false],
  ['2001:4860:4860::8888', false],
  ['', false],
  ['nowhere', false],
])('%s is an address of the local network: %s', (address, isInternal) => {
  expect(locateAddress(address)).toBe(isInternal ? 'monitor.internalAddress' : null);
});

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:192.0.2.7', '192.0.2.7'],
  ['2001:db8:0:1::1', '2001:db8:0:1::/64'],
  ['2001:DB8:0:1:ffff:ffff:ffff:ffff', '2001:db8:0:1::/64'],
  ['2001:0db8:0000:0001:0000:0000:0000:0002', '2001:db8:0:1::/64'],
  ['2001:db8:0:2::1', '2001:db8:0:2::/64'],
  ['2001:db8::5', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['1:2:3:4:5:6:7::', '1:2:3:4::/64'],
  ['64:ff9b::192.0.2.33', '64:ff9b:0:0::/64'],
  ['?', '?'],
])('%s is counted as %s', (address, network) => {
  expect(readNetwork(address)).toBe(network);
});

it.each([
  ['192.0.2.1', '192.0.2.1'],
  ['192.0.2.1, 10.0.0.1', '192.0.2.1, 10.0.0.1'],
  ['192.0.2.1:8080', '192.0.2.1'],
  ['2001:db8::1', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['[2001:db8::1]:443 ,192.0.2.1', '2001:db8::1, 192.0.2.1'],
  ['nonsense, 192.0.2.1', '192.0.2.1'],
  ['192.0.2.9, nonsense, 192.0.2.1', '192.0.2.1'],
  ['192.0.2.9, unix:', undefined],
  ['192.0.2.300', undefined],
  ['fe80::1%eth0', undefined],
  ['<script>', undefined],
  ['', undefined],
])('X-Forwarded-For "%s" counts as "%s"', (given, kept) => {
  const headers = { 'x-forwarded-for': given };
  cleanForwardedFor(headers);
  expect(headers['x-forwarded-for']).toBe(kept);
});
