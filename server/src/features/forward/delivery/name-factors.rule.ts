import type { StoredChannel } from '../../reading/reading.api.ts';
import type { ForwardedFactor, ForwardTarget } from '../target.ts';
import { makeForwardConversion } from '../transport/value.rule.ts';

/** A channel that a target names. */
export interface ListedFactor {
  channelCode: string;
  code?: string | null;
  unit?: string | null;
}

/**
 * Codes and units at the receiver. No code is sent for two channels: that is checked when a target is saved, but codes of
 * channels may change later. The codes that a target names go first.
 */
export function nameFactors(
  listed: readonly ListedFactor[],
  onlyMapped: boolean,
  channels: readonly StoredChannel[],
): Pick<ForwardTarget, 'factors' | 'leftOut'> {
  const given = new Map(listed.map((factor) => [factor.channelCode, factor]));
  const rank = ({ code }: StoredChannel) => (given.get(code)?.code ? 0 : given.has(code) ? 1 : 2);
  const factors = new Map<number, ForwardedFactor>();
  const leftOut: string[] = [];
  const taken = new Set<string>();
  for (const channel of channels.toSorted((one, other) => rank(one) - rank(other))) {
    const own = given.get(channel.code);
    if (onlyMapped && !own) continue;
    const convert = makeForwardConversion(channel, own?.unit || null);
    // Checked as well; the unit of the channel may have changed since.
    if (!convert) continue;
    const code = own?.code || channel.gbCode;
    if (taken.has(code.toLowerCase())) leftOut.push(`${channel.code} (${code})`);
    else factors.set(channel.slot, { code, isMapped: own !== undefined, convert });
    taken.add(code.toLowerCase());
  }
  return { factors, leftOut };
}
