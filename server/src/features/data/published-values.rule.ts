import { findPollutant, toTableUnit } from '@limpid/aqi/pollutant';
import type { Points, StoredChannel } from '../reading/reading.api.ts';

type ChannelFacts = Pick<StoredChannel, 'gbCode' | 'unit'>;

/** Whether official stations publish the channel, in a unit that can be converted to its own. */
export function isPublished(channel: ChannelFacts): boolean {
  return findPublished(channel) !== undefined;
}

function findPublished({ gbCode, unit }: ChannelFacts) {
  const pollutant = findPollutant(gbCode);
  // Publications have the units of the tables: µg/m³, for CO mg/m³.
  const factor = pollutant ? toTableUnit(pollutant, 1, unit ?? '') : null;
  return pollutant && factor ? { pollutant, factor } : undefined;
}

/** The values that a station published for a channel, in the unit of the channel. */
export function selectPublished(
  published: ReadonlyMap<string, Points> | undefined,
  channel: ChannelFacts,
): Points {
  const found = findPublished(channel);
  const { at, values } = (found && published?.get(found.pollutant)) ?? { at: [], values: [] };
  return { at, values: values.map((value) => value / (found?.factor ?? 1)) };
}
