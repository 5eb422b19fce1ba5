import { fail } from '@limpid/contract/errors';
import { type ChannelCodes, fold, readAliases } from './channel.rule.ts';

/** A channel of a device type as the form sends it. */
export interface GivenChannel {
  channelId: number;
  aliases?: string | null;
}

export interface TypeChannel {
  channelId: number;
  aliases: string[];
}

/** The channels of a type in their order. Within one type a code must mean one channel. */
export function readTypeChannels(
  given: readonly GivenChannel[],
  channelCodes: readonly ChannelCodes[],
): TypeChannel[] {
  const channels = given.map(({ channelId, aliases }) => ({ channelId, aliases: readAliases(aliases) }));
  const byId = new Map(channelCodes.map((one) => [one.channelId, one]));
  const owners = new Map<string, number>();
  for (const { channelId } of channels) {
    const { channelCode = '', gbCode = '', channelName = '' } = byId.get(channelId) ?? {};
    if (owners.get(fold(channelCode)) === channelId)
      fail('device_type.channel_twice', { name: channelName }, 'channels');
    for (const code of [channelCode, gbCode]) owners.set(fold(code), channelId);
  }
  for (const { channelId, aliases } of channels) {
    for (const code of aliases) {
      const owner = owners.get(fold(code)) ?? channelId;
      const name = byId.get(owner)?.channelName ?? '';
      if (owner !== channelId) fail('device_type.alias_taken', { code, name }, 'channels');
      owners.set(fold(code), channelId);
    }
  }
  return channels;
}
