import { fail } from '@limpid/contract/errors';

export interface ChannelCoefficient {
  channelId: number;
  k: number;
  b: number;
}

/** Refuses two pairs of coefficients for one channel. */
export function checkCoefficients(given: readonly ChannelCoefficient[]): void {
  const ids = given.map(({ channelId }) => channelId);
  if (new Set(ids).size < ids.length) fail('site.coefficient_twice', {}, 'coefficients');
}

/** What has to change so that the given coefficients are in force; channels without coefficients have 1 and 0. */
export function findCoefficientChanges(
  given: readonly ChannelCoefficient[],
  inForce: readonly ChannelCoefficient[],
): ChannelCoefficient[] {
  const wanted = new Map(given.map((one) => [one.channelId, one]));
  const current = new Map(inForce.map((one) => [one.channelId, one]));
  const neutral = (channelId: number): ChannelCoefficient => ({ channelId, k: 1, b: 0 });
  return [...new Set([...wanted.keys(), ...current.keys()])]
    .map((channelId) => wanted.get(channelId) ?? neutral(channelId))
    .filter((next) => {
      const now = current.get(next.channelId) ?? neutral(next.channelId);
      return next.k !== now.k || next.b !== now.b;
    });
}
