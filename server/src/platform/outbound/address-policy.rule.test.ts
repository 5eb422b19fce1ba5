import { describe, expect, it } from 'vitest';
import { isAllowedAddress, isOwnAddress, listNetworks } from './address-policy.rule.ts';

const none = listNetworks([]);
const allowedBy = (address: string, exceptions = none) =>
  (['public', 'private'] as const).filter((policy) => isAllowedAddress(address, policy, exceptions));

describe('an address', () => {
  it.each([
    '1.1.1.1',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.1',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2001:4860:4860::8888',
    '2a00:1450:4001::1',
    '3ffe::1',
    '::ffff:1.1.1.1',
    '64:ff9b::101:101',
  ])('%s of the internet is allowed by both policies', (address) => {
    expect(allowedBy(address)).toEqual(['public', 'private']);
  });

  it.each([
    '10.0.0.0',
    '10.255.255.255',
    '100.64.0.1',
    '100.127.255.255',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.0.1',
    'fc00::1',
    'fdff:ffff::1',
    '::ffff:10.1.2.3',
    '::ffff:a01:203',
    '64:ff9b::10.1.2.3',
  ])('%s of a local network is allowed by the private policy', (address) => {
    expect(allowedBy(address)).toEqual(['private']);
  });

  it.each([
    ['unspecified', '0.0.0.0'],
    ['this network', '0.1.2.3'],
    ['unspecified', '::'],
    ['loopback', '127.0.0.1'],
    ['loopback', '127.255.255.254'],
    ['loopback', '::1'],
    ['loopback, IPv4-mapped', '::ffff:127.0.0.1'],
    ['loopback, IPv4-mapped', '::FFFF:7F00:0001'],
    ['loopback, IPv4-mapped, written out', '0:0:0:0:0:ffff:7f00:1'],
    ['unspecified, IPv4-mapped', '::ffff:0:0'],
    ['loopback, IPv4-compatible', '::127.0.0.1'],
    ['public, IPv4-compatible', '::1.1.1.1'],
    ['loopback, IPv4-translated', '::ffff:0:127.0.0.1'],
    ['loopback, NAT64', '64:ff9b::127.0.0.1'],
    ['loopback, NAT64', '64:ff9b::7f00:1'],
    ['unspecified, NAT64', '64:ff9b::'],
    ['this network, NAT64', '64:ff9b::1'],
    ['local NAT64', '64:ff9b:1::1.1.1.1'],
    ['loopback, 6to4', '2002:7f00:1::'],
    ['private, 6to4', '2002:a01:203::1'],
    ['public, 6to4', '2002:101:101::1'],
    ['Teredo', '2001:0:4136:e378::1'],
    ['link-local', '169.254.1.1'],
    ['link-local', 'fe80::1'],
    ['link-local with a zone', 'fe80::1%eth0'],
    ['loopback with a zone', '::1%lo'],
    ['link-local, IPv4-mapped', '::ffff:169.254.169.254'],
    ['site-local', 'fec0::1'],
    ['metadata', '169.254.169.254'],
    ['metadata of Alibaba', '100.100.100.200'],
    ['metadata of Alibaba, IPv4-mapped', '::ffff:100.100.100.200'],
    ['metadata of Azure', '168.63.129.16'],
    ['metadata of Oracle', '192.0.0.192'],
    ['metadata of AWS', 'fd00:ec2::254'],
    ['metadata of Google', 'fd20:ce::254'],
    ['protocol assignments', '192.0.0.8'],
    ['6to4 relay', '192.88.99.1'],
    ['documentation', '192.0.2.1'],
    ['documentation', '198.51.100.1'],
    ['documentation', '203.0.113.1'],
    ['documentation', '2001:db8::1'],
    ['documentation', '3fff::1'],
    ['benchmark', '198.18.0.1'],
    ['benchmark', '198.19.255.255'],
    ['benchmark', '2001:2::1'],
    ['multicast', '224.0.0.1'],
    ['multicast', '239.255.255.250'],
    ['multicast', 'ff02::1'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['discard', '100::1'],
    ['segment routing', '5f00::1'],
    ['a name', 'example.com'],
    ['nothing', ''],
  ])('(%s) %s is refused by both policies', (_, address) => {
    expect(allowedBy(address)).toEqual([]);
  });

  it.each([
    ['127.0.0.0/8', '127.0.0.1', true],
    ['127.0.0.0/8', '::ffff:127.0.0.1', true],
    ['127.0.0.0/8', '::1', false],
    ['127.0.0.0/8', '169.254.169.254', false],
    ['127.0.0.1', '127.0.0.1', true],
    ['127.0.0.1', '127.0.0.2', false],
    ['::1', '::1', true],
    ['fe80::/10', 'fe80::1%eth0', true],
    ['169.254.169.254/32', '169.254.169.254', true],
  ])('with the exception %s: %s is allowed: %s', (exception, address, isAllowed) => {
    expect(allowedBy(address, listNetworks([exception]))).toEqual(isAllowed ? ['public', 'private'] : []);
  });
});

describe('this machine', () => {
  it.each([
    ['127.0.0.1', true],
    ['127.9.9.9', true],
    ['0.0.0.0', true],
    ['::', true],
    ['::1', true],
    ['192.168.1.5', true],
    ['::ffff:192.168.1.5', true],
    ['2a00:1450::5', true],
    ['2a00:1450:0:0:0:0:0:5', true],
    ['192.168.1.6', false],
    ['2a00:1450::6', false],
    ['example.com', false],
  ])('has the address %s: %s', (address, isOwn) => {
    expect(isOwnAddress(address, ['192.168.1.5', '2a00:1450::5', 'fe80::1'])).toBe(isOwn);
  });
});
