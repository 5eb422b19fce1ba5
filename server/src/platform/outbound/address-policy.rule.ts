import { BlockList, isIP } from 'node:net';

/** `public`: addresses of the internet. `private`: those and the ranges of local networks. */
export type OutboundPolicy = 'public' | 'private';

/** Networks such as 10.0.0.0/8, or single addresses, to look addresses up in. */
export function listNetworks(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

/** Services of clouds that give credentials to any program of the machine; some have addresses of other ranges. */
const metadataServices = listNetworks([
  '168.63.129.16',
  '100.100.100.200',
  '192.0.0.192',
  'fd00:ec2::254',
  'fd20:ce::254',
]);

/** Carriers give 100.64.0.0/10 to devices on mobile networks. */
const privateNetworks = listNetworks([
  '10.0.0.0/8',
  '100.64.0.0/10',
  '172.16.0.0/12',
  '192.168.0.0/16',
  'fc00::/7',
]);

/** Networks of the IANA special-purpose registries within the unicast ranges. */
const reservedNetworks = listNetworks([
  '0.0.0.0/8',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
]);

const globalUnicast = listNetworks(['2000::/3']);

interface IpAddress {
  address: string;
  family: 'ipv4' | 'ipv6';
}

/** ::ffff:0:0/96 (IPv4-mapped) and 64:ff9b::/96 (NAT64) as URLs print them. */
const embeddedIpv4 = /^(?:::ffff:|64:ff9b::)(?:([\da-f]{1,4}):)?([\da-f]{1,4})$/;

/** The address that a packet finally reaches: an IPv4 address within an IPv6 address counts as itself. */
function unwrapAddress(text: string): IpAddress | undefined {
  const [bare = ''] = text.split('%');
  const version = isIP(bare);
  if (version === 0) return undefined;
  if (version === 4) return { address: bare, family: 'ipv4' };
  const canonical = new URL(`http://[${bare}]`).hostname.slice(1, -1);
  const embedded = embeddedIpv4.exec(canonical);
  if (!embedded) return { address: canonical, family: 'ipv6' };
  const [high, low] = [Number.parseInt(embedded[1] ?? '0', 16), Number.parseInt(embedded[2] ?? '0', 16)];
  return { address: [high >> 8, high & 255, low >> 8, low & 255].join('.'), family: 'ipv4' };
}

/** One spelling of a host: the address that packets finally reach, or a name in small letters. */
export function canonicalHost(host: string): string {
  return unwrapAddress(host)?.address ?? host.toLowerCase().replace(/\.$/, '');
}

/** Whether the policy allows connections to an IP address; `exceptions` are allowed by every policy. */
export function isAllowedAddress(text: string, policy: OutboundPolicy, exceptions: BlockList): boolean {
  const ip = unwrapAddress(text);
  if (!ip) return false;
  const isIn = (list: BlockList) => list.check(ip.address, ip.family);
  if (isIn(exceptions)) return true;
  if (isIn(metadataServices) || isIn(reservedNetworks)) return false;
  if (isIn(privateNetworks)) return policy === 'private';
  return ip.family === 'ipv4' || isIn(globalUnicast);
}

const thisMachine = ['0.0.0.0/8', '127.0.0.0/8', '::', '::1'];

/** Whether an IP address leads to this machine, which has the given addresses on its interfaces. */
export function isOwnAddress(text: string, interfaces: readonly string[]): boolean {
  const ip = unwrapAddress(text);
  return ip !== undefined && listNetworks([...thisMachine, ...interfaces]).check(ip.address, ip.family);
}
