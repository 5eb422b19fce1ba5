import { BlockList, isIP } from 'node:net';

/** The family's list of refused addresses, separated by `;`: an address, `10.0.*` or `a-b`. */
export function isBlacklisted(list: string, address: string): boolean {
  const plain = normalise(address.replace(/^::ffff:/i, ''));
  return list
    .split(';')
    .map(normalise)
    .filter(Boolean)
    .some((entry) => matches(entry, plain));
}

/** Lower case without the zone of a link-local address, which differs per machine. */
function normalise(text: string): string {
  return text
    .replace(/%[^-]*/g, '')
    .trim()
    .toLowerCase();
}

function matches(entry: string, address: string): boolean {
  if (entry.includes('*')) return matchesParts(entry.split('*'), address);
  const [from, to] = entry.split('-').map((part) => part.trim());
  if (from && to) return isBetween(from, to, address);
  return entry === address;
}

/** Searches the parts between stars one after another; linear, unlike a regular expression. */
function matchesParts([head = '', ...rest]: string[], address: string): boolean {
  const tail = rest.pop() ?? '';
  if (!address.startsWith(head)) return false;
  let at = head.length;
  for (const part of rest) {
    const found = address.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return address.length - tail.length >= at && address.endsWith(tail);
}

/** Accepts the two ends in either order. */
function isBetween(from: string, to: string, address: string): boolean {
  const kinds = new Set([from, to, address].map(isIP));
  if (kinds.size > 1 || kinds.has(0)) return false;
  const within = (low: string, high: string) => isUpTo(low, address) && isUpTo(address, high);
  return within(from, to) || within(to, from);
}

function isUpTo(address: string, limit: string): boolean {
  const family = isIP(limit) === 4 ? 'ipv4' : 'ipv6';
  const range = new BlockList();
  range.addRange(family === 'ipv4' ? '0.0.0.0' : '::', limit, family);
  return range.check(address, family);
}
