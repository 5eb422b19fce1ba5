import { BlockList, isIP } from 'node:net';

const internal = new BlockList();
internal.addSubnet('10.0.0.0', 8);
internal.addSubnet('172.16.0.0', 12);
internal.addSubnet('192.168.0.0', 16);
internal.addSubnet('127.0.0.0', 8);
internal.addSubnet('169.254.0.0', 16);
internal.addAddress('::1', 'ipv6');
internal.addSubnet('fc00::', 7, 'ipv6');
internal.addSubnet('fe80::', 10, 'ipv6');

/** Where an address is, as a translation key: the own network, or unknown, because nobody outside is asked. */
export function locateAddress(address: string): string | null {
  const version = isIP(address);
  if (version === 0) return null;
  return internal.check(address, version === 6 ? 'ipv6' : 'ipv4') ? 'monitor.internalAddress' : null;
}
