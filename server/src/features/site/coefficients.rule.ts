import { fail } from '@limpid/contract/errors';

export interface Coefficient {
  channelId: number;
  k: number;
  b: number;
}

/** Each channel once: two pairs for one could not both be applied. */
export function checkCoefficients(given: readonly Coefficient[]): void {
  const ids = given.map(({ channelId }) => channelId);
  if (new Set(ids).size < ids.length) fail('site.coefficient_twice', {}, 'coefficients');
}

/**
 * What has to be added to the history so that it tells what the platform applies from now on. Where the device applies K
 * and B itself, and where none are set, that is 1 and 0.
 */
export function findChanges(
  given: readonly Coefficient[],
  place: string,
  inForce: readonly Coefficient[],
): Coefficient[] {
  const wanted = new Map(place === 'platform' ? given.map((one) => [one.channelId, one]) : []);
  const standing = new Map(inForce.map((one) => [one.channelId, one]));
  const plain = (channelId: number): Coefficient => ({ channelId, k: 1, b: 0 });
  return [...new Set([...wanted.keys(), ...standing.keys()])]
    .map((channelId) => wanted.get(channelId) ?? plain(channelId))
    .filter((next) => {
      const now = standing.get(next.channelId) ?? plain(next.channelId);
      return next.k !== now.k || next.b !== now.b;
    });
}
