import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { limitConcurrency } from '../concurrency-limit.ts';
import { OutboundError } from './outbound-error.ts';

/** Finds the addresses of a name. */
export type Resolve = (name: string) => Promise<LookupAddress[]>;

/** A lookup occupies a thread that reading and writing files needs too, and cannot be cancelled. */
const maxLookups = 2;
const maxWaiting = 200;

/** Resolves as the machine does, by its hosts file and its name servers. */
export function makeSystemResolver(): Resolve {
  const limit = limitConcurrency(maxLookups, {
    waiting: maxWaiting,
    onFull: () => {
      throw new OutboundError('unresolved', { reason: 'EBUSY' });
    },
  });
  return (name) => limit(() => lookup(name, { all: true, order: 'verbatim' }));
}

/** The addresses of a host, at least one; an IP address is its own. */
export async function resolveHost(host: string, resolve: Resolve): Promise<LookupAddress[]> {
  const family = isIP(host);
  if (family !== 0) return [{ address: host, family }];
  const addresses = await resolve(host).catch((error: NodeJS.ErrnoException) => {
    throw new OutboundError('unresolved', { host, reason: error.code ?? error.message });
  });
  if (addresses.length === 0) throw new OutboundError('unresolved', { host, reason: 'ENODATA' });
  return addresses;
}
