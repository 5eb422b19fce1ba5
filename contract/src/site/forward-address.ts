import type { ErrorKey } from '../errors.ts';

/** Protocols to forward readings to other platforms: HJ 212 over TCP, JSON over HTTPS, or JSON over MQTT. */
export const forwardProtocols = ['hj212-2005', 'hj212-2017', 'hj212-2025', 'json', 'mqtt'] as const;

export const maxAddresses = 8;
const separator = '#';
const host = /^(\[[0-9a-f:.]+\]|[a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)*):(\d{1,5})$/i;

export function splitAddresses(text: string): string[] {
  return text.split(separator).map((address) => address.trim());
}

/** The problem of addresses joined by `#`, if any: the first invalid one, too many, or a duplicate. */
export function findAddressProblem(
  text: string,
  protocol: string,
): { key: ErrorKey; address: string } | undefined {
  const addresses = splitAddresses(text);
  if (addresses.length > maxAddresses) return { key: 'entity.forward_many', address: text };
  const isUsable = protocol === 'json' ? isWebAddress : isSocketAddress;
  const wrong = addresses.find((address) => !isUsable(address));
  if (wrong !== undefined)
    return { key: protocol === 'json' ? 'entity.forward_web' : 'entity.forward_address', address: wrong };
  const folded = addresses.map((address) => address.toLowerCase());
  const twice = addresses.find((_, index) => folded.indexOf(folded[index] ?? '') !== index);
  return twice === undefined ? undefined : { key: 'entity.forward_twice', address: twice };
}

function isSocketAddress(address: string): boolean {
  const port = Number(host.exec(address)?.at(-1));
  return address.length <= 260 && port >= 1 && port <= 65535 && URL.canParse(`http://${address}`);
}

/** Must be encrypted, and must not contain a login, which lists and logs would show. */
function isWebAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, username, password } = new URL(address);
  return protocol === 'https:' && username === '' && password === '';
}
