import type { IncomingHttpHeaders } from 'node:http';
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

/**
 * The location of an address as a translation key: the local network, or unknown, because no external service is used.
 */
export function locateAddress(address: string): string | null {
  const version = isIP(address);
  if (version === 0) return null;
  return internal.check(address, version === 6 ? 'ipv6' : 'ipv4') ? 'monitor.internalAddress' : null;
}

/**
 * The part of an address that one sender cannot change at will: an IPv4 address, or the /64 network of an IPv6 address,
 * because every subscriber has at least one whole /64.
 */
export function readNetwork(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (isIP(address) !== 6) return address;
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::');
  const groups = (part: string) => (part === '' ? [] : part.split(':'));
  const [first, last] = [groups(head), groups(tail ?? '')];
  // A dotted quad at the end is two groups.
  const width = first.length + last.length + (address.includes('.') ? 1 : 0);
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - width }, () => '0');
  const prefix = [...first, ...zeros, ...last]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16));
  return `${prefix.join(':')}::/64`;
}

/**
 * Keeps the addresses of `X-Forwarded-For` from the right up to the first invalid entry: no trusted proxy has vouched
 * for entries left of it. Ports and brackets are removed.
 */
export function cleanForwardedFor(headers: IncomingHttpHeaders): void {
  const given = headers['x-forwarded-for'];
  if (given === undefined) return;
  const addresses: string[] = [];
  for (const entry of String(given).split(',').reverse()) {
    const address = readAddress(entry.trim());
    if (address === undefined) break;
    addresses.unshift(address);
  }
  if (addresses.length > 0) headers['x-forwarded-for'] = addresses.join(', ');
  else delete headers['x-forwarded-for'];
}

/** `192.0.2.1`, `192.0.2.1:8080`, `2001:db8::1`, `[2001:db8::1]` and `[2001:db8::1]:8080`; no zones. */
function readAddress(text: string): string | undefined {
  const bare =
    /^\[([\da-f:.]+)\](?::\d{1,5})?$/i.exec(text)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(text)?.[1] ?? text;
  return isIP(bare) !== 0 && !bare.includes('%') ? bare : undefined;
}
