import { expect } from 'vitest';

/** Expects an assertion to pass within a time that suits a busy machine. */
export function soon<V>(read: () => V) {
  return expect.poll(read, { timeout: 60_000, interval: 20 });
}
