import { HOUR_MS } from '@limpid/contract/durations';
import type { Pair } from './line.ts';

/**
 * Keeps the pairs of every fourth hour back from the fit. The hours move on by one each day, so that within four days each
 * hour of the day is in both parts.
 */
export function splitPairs(pairs: readonly Pair[]): { fitted: Pair[]; heldOut: Pair[] } {
  return {
    fitted: pairs.filter((pair) => !isHeldOut(pair)),
    heldOut: pairs.filter(isHeldOut),
  };
}

export function isHeldOut({ at }: Pick<Pair, 'at'>): boolean {
  const hour = Math.floor(at / HOUR_MS);
  return (hour + Math.floor(hour / 24)) % 4 === 3;
}
