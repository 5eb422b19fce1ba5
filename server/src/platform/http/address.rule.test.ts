import { expect, it } from 'vitest';
import { locateAddress } from './address.rule.ts';

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
])('%s is an address of the own network: %s', (address, isInternal) => {
  expect(locateAddress(address)).toBe(isInternal ? 'monitor.internalAddress' : null);
});
