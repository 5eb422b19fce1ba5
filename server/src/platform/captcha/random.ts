import { getRandomValues } from 'node:crypto';

const pool = new Uint32Array(1024);
let used = pool.length;

/** A random number between `from` and `to`, cryptographically secure because the picture must be unpredictable. */
export function randomBetween(from: number, to: number): number {
  if (used === pool.length) {
    getRandomValues(pool);
    used = 0;
  }
  return from + ((pool[used++] ?? 0) / 2 ** 32) * (to - from);
}

export function pickRandom<Item>(items: readonly [Item, ...Item[]]): Item {
  return items[Math.floor(randomBetween(0, items.length))] ?? items[0];
}
