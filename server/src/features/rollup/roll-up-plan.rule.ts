import { findPollutant } from '@limpid/aqi/pollutant';
import { type ChannelPlan, type PlannedChannel, planChannels } from '../reading/model.api.ts';
import { type PollutantSlot } from './air-index.rule.ts';

/** How the values of channels are rolled up to hours and days. */
export interface RollUpPlan extends ChannelPlan {
  pollutants: PollutantSlot[];
}

export function planRollUp(channels: readonly PlannedChannel[]): RollUpPlan {
  return { ...planChannels(channels), pollutants: findPollutantSlots(channels) };
}

/** The channels of the pollutants of an index. */
export function findPollutantSlots(channels: readonly PlannedChannel[]): PollutantSlot[] {
  return channels.flatMap(({ gbCode, slot, unit }) => {
    const pollutant = findPollutant(gbCode);
    return pollutant ? [{ pollutant, slot, unit: unit ?? '' }] : [];
  });
}
