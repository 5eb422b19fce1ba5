import { readFactors } from '@limpid/hj212/factors';
import type { SiteDevice } from '../../reading/model.api.ts';
import type { StoredChannel } from '../../reading/reading.api.ts';

/** Codes of HJ/T 212-2005: two or three digits, or a letter and two digits. */
const oldCode = /^(?:\d{2,3}|[BS]\d\d)$/;

/**
 * The code under which a device knows a channel: as in its last data (`contents` are their CPs, newest last), otherwise by
 * the alias of its type, the code of HJ/T 212-2005 for a device of that version, or the code of the present standard.
 */
export function findSentCode(
  { channels, ownCodes, kind }: Pick<SiteDevice, 'channels' | 'ownCodes' | 'kind'>,
  { channelId, gbCode, code, aliases }: Pick<StoredChannel, 'channelId' | 'gbCode' | 'code' | 'aliases'>,
  contents: readonly string[] = [],
): string {
  const reported = contents
    .flatMap((cp) => readFactors(cp).map((factor) => factor.code))
    .findLast((name) => channels.get(name.toLowerCase())?.channelId === channelId);
  const old = () => aliases.find((alias) => oldCode.test(alias)) ?? aliases[0] ?? code;
  return reported ?? ownCodes.get(channelId) ?? (kind.protocol === 'hj212-2005' ? old() : gbCode);
}
