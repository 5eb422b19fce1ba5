import { fail } from '@limpid/contract/errors';
import type { ChannelCoefficient } from '@limpid/contract/site/coefficients';

/** Refuses two pairs of coefficients for one channel. */
export function checkCoefficients(given: readonly ChannelCoefficient[]): void {
  const ids = given.map(({ channelId }) => channelId);
  if (new Set(ids).size < ids.length) fail('site.coefficient_twice', {}, 'coefficients');
}
