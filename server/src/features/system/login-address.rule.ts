import { isIP } from 'node:net';

/**
 * The address that failures are counted for: an IPv6 client owns a whole /64 network and could use a new address for every
 * guess, so its network counts. An IPv4 address written as IPv6 is the IPv4 address.
 */
export function countedAddress(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (isIP(plain) !== 6) return plain;
  const [head = '', tail] = plain.toLowerCase().split('::');
  const groups = (part: string) => part.split(':').filter(Boolean);
  const [left, right] = [groups(head), groups(tail ?? '')];
  // A dotted ending stands for two groups.
  const width = left.length + right.length + (plain.includes('.') ? 1 : 0);
  const zeros = tail === undefined ? [] : Array<string>(8 - width).fill('0');
  const network = [...left, ...zeros, ...right].slice(0, 4).map((group) => Number.parseInt(group, 16));
  return `${network.map((group) => group.toString(16)).join(':')}::/64`;
}
