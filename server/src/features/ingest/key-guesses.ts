import type { Clock } from '../../platform/clock.ts';

/** Wrong keys by address. Who shows the right one is never kept out by others behind the same address. */
export interface KeyGuesses {
  /** Counts one, and says for how many seconds this address is told nothing more; 0 while it may go on. */
  count(address: string): number;
}

const windowMs = 10 * 60_000;
const perWindow = 30;
const maxAddresses = 10_000;

export function countKeyGuesses(clock: Clock): KeyGuesses {
  const addresses = new Map<string, { count: number; until: number }>();
  return {
    count(address) {
      const now = clock.now().getTime();
      const known = addresses.get(address);
      const entry = known && known.until > now ? known : { count: 0, until: now + windowMs };
      entry.count++;
      addresses.delete(address);
      addresses.set(address, entry);
      if (addresses.size > maxAddresses) addresses.delete(addresses.keys().next().value ?? '');
      return entry.count > perWindow ? Math.ceil((entry.until - now) / 1000) : 0;
    },
  };
}
