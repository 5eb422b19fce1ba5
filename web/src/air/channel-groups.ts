import type { Channel } from './channel.ts';

/** The groups that channels of a site are shown in, in this order. */
const groupKeys = ['particulates', 'gases', 'weather', 'noise', 'other'] as const;
export type ChannelGroupKey = (typeof groupKeys)[number];

type Coded = Pick<Channel, 'code' | 'gbCode' | 'dataType'>;

/** By the families of HJ 212 codes; a sound level has its own type of values. */
const families: [ChannelGroupKey, RegExp][] = [
  ['particulates', /^a34/i],
  ['weather', /^a01/i],
  ['noise', /^(a50|L|B03)/i],
  ['gases', /^a(05|19|2[0-9]|3[0-3]|99)/i],
];

/** Where the code of HJ 212 is unknown, as with channels of vendors, the own code decides. */
const knownCodes: [ChannelGroupKey, ReadonlySet<string>][] = [
  ['particulates', new Set(['PM2.5', 'PM10', 'PM1', 'TSP'])],
  ['gases', new Set(['SO2', 'NO2', 'NO', 'NOX', 'CO', 'O3', 'CO2', 'H2S', 'NH3', 'TVOC', 'VOC'])],
  ['weather', new Set(['TEM', 'RH', 'PRES', 'WS', 'WD', 'RAIN'])],
];

export function findChannelGroup({ code, gbCode, dataType }: Coded): ChannelGroupKey {
  if (dataType === 'level') return 'noise';
  if (dataType === 'direction') return 'weather';
  const family = families.find(([, pattern]) => pattern.test(gbCode ?? ''));
  const known = family ?? knownCodes.find(([, codes]) => codes.has(code.toUpperCase()));
  return known?.[0] ?? 'other';
}

/** Channels by their group, each group in the order of the channels; groups without channels are left out. */
export function groupChannels<C extends Coded>(
  channels: readonly C[],
): { key: ChannelGroupKey; channels: C[] }[] {
  const groups = Map.groupBy(channels, findChannelGroup);
  return groupKeys.flatMap((key) => {
    const members = groups.get(key);
    return members ? [{ key, channels: members }] : [];
  });
}
