import { expect } from 'vitest';

/** Expects something to become so, with the patience that a busy machine needs. */
export function soon<V>(read: () => V) {
  return expect.poll(read, { timeout: 60_000, interval: 20 });
}
