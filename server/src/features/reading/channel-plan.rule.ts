import type { Averaging } from './averaging.rule.ts';
import type { StoredChannel } from './device.ts';

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

export function planChannels(channels: readonly PlannedChannel[]): ChannelPlan {
  const speed = channels.find(({ gbCode }) => gbCode === windSpeed)?.slot ?? null;
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
