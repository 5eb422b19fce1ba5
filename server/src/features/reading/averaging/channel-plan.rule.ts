import type { StoredChannel } from '../device.ts';
import type { Averaging } from './averaging.rule.ts';

/** How the values of channels are averaged. */
export interface ChannelPlan {
  slots: number[];
  averagings: Map<number, Averaging>;
  /** The range of each slot. */
  ranges: Map<number, { min: number | null; max: number | null }>;
}

export type PlannedChannel = Pick<
  StoredChannel,
  'gbCode' | 'slot' | 'dataType' | 'unit' | 'minValue' | 'maxValue'
>;

const windSpeed = 'a01007';

/** The channels of wind direction and wind speed. */
export function findWindChannels<C extends Pick<PlannedChannel, 'gbCode' | 'dataType'>>(
  channels: readonly C[],
): { direction: C | undefined; speed: C | undefined } {
  return {
    direction: channels.find(({ dataType }) => dataType === 'direction'),
    speed: channels.find(({ gbCode }) => gbCode === windSpeed),
  };
}

export function planChannels(channels: readonly PlannedChannel[]): ChannelPlan {
  const speed = findWindChannels(channels).speed?.slot ?? null;
  const averagings = new Map(
    channels.map(({ slot, dataType }): [number, Averaging] => [slot, averagingOf(dataType, speed)]),
  );
  const ranges = new Map(channels.map(({ slot, minValue: min, maxValue: max }) => [slot, { min, max }]));
  return { slots: [...averagings.keys()].toSorted((a, b) => a - b), averagings, ranges };
}

function averagingOf(dataType: string, speed: number | null): Averaging {
  if (dataType === 'direction') return { by: 'direction', speed };
  if (dataType === 'level') return { by: 'level' };
  if (dataType === 'enum' || dataType === 'switch') return { by: 'last' };
  return { by: 'mean' };
}
