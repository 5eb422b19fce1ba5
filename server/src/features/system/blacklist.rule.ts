import { BlockList, isIP } from 'node:net';

/** The family's list of refused addresses: `;` between entries, each an address, `10.0.*` or `a-b`. */
export function isBlacklisted(list: string, address: string): boolean {
  const plain = address.replace(/^::ffff:/, '');
  return list
    .split(';')
    .map((entry) => entry.trim())
    .filter(Boolean)
    .some((entry) => matches(entry, plain));
}

function matches(entry: string, address: string): boolean {
  if (entry.includes('*')) {
    const parts = entry.split('*').map((part) => part.replaceAll('.', '\\.'));
    return /^[\d.:a-f*]+$/i.test(entry) && new RegExp(`^${parts.join('[\\d.:a-f]*')}$`, 'i').test(address);
  }
  const [from, to] = entry.split('-').map((part) => part.trim());
  if (from && to) return isBetween(from, to, address);
  return entry === address;
}

function isBetween(from: string, to: string, address: string): boolean {
  if (!isIP(from) || isIP(from) !== isIP(to)) return false;
  const range = new BlockList();
  range.addRange(from, to, isIP(from) === 4 ? 'ipv4' : 'ipv6');
  return range.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6');
}
