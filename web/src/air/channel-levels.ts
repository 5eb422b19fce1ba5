import { findDayLimits } from '@limpid/aqi/day-limits';
import { findPollutant } from '@limpid/aqi/pollutant';
import type { Channel } from './channel.ts';
import type { LevelStep } from './level.ts';

/** The levels of a channel for one kind of mean on one date. */
export interface ChannelLevels {
  /** Empty without levels. */
  steps: readonly LevelStep[];
  /** The standard that was asked for the limits of days; undefined if the levels are those set for the channel. */
  standard?: string;
  /** The standard has no limit for such means. */
  isUnlimited: boolean;
}

/**
 * Decides by which levels values are judged. Daily means of the pollutants of the index have the 24-hour limits of the
 * Chinese standard in force on the date; everything else has the levels set for the channel, which are those of hours.
 * `standardSteps` are the levels of the Chinese index with their names and colours.
 */
export function findChannelLevels(
  channel: Channel,
  averaging: string,
  date: string,
  standardSteps: readonly LevelStep[],
): ChannelLevels {
  const pollutant = averaging === 'day' ? findPollutant(channel.gbCode ?? '') : undefined;
  const limits = pollutant && findDayLimits(pollutant, channel.unit, date);
  if (!limits) return { steps: channel.steps, isUnlimited: false };
  const { standard, bounds } = limits;
  if (bounds.length === 0) return { steps: [], standard, isUnlimited: true };
  const steps = standardSteps.map((step, place) => ({ ...step, upTo: bounds[place] ?? null }));
  return { steps, standard, isUnlimited: false };
}
