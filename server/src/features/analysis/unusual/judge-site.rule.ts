import { unusualLimits } from '@limpid/contract/analysis/unusual';
import { findUnusual, hasEnoughDays, type UnusualReason } from './unusual.rule.ts';

/** A channel that is looked at. */
export interface JudgedChannel {
  channelId: number;
  slot: number;
  decimals: number;
  minValue: number | null;
  /** The upper limit of its second level; null without levels. */
  levelTwoLimit: number | null;
}

/**
 * By channel and hour, the values of all sites; NaN where there is no valid hour. The newest hour is the first, then the
 * same hour of the days before, the latest first.
 */
export type HourTable = readonly (readonly Float32Array[])[];

export function makeHourTable(siteCount: number, channelCount: number, hourCount: number): HourTable {
  const makeHour = () => new Float32Array(siteCount).fill(Number.NaN);
  return Array.from({ length: channelCount }, () => Array.from({ length: hourCount }, makeHour));
}

/** The strongest reason of a site, with the value and its days from the oldest on. */
interface SiteReason extends UnusualReason {
  channelId: number;
  value: number;
  days: (number | null)[];
}

export interface SiteJudgement {
  /** No channel has enough days to be compared with. */
  shortHistory: boolean;
  reason: SiteReason | null;
}

/** The days of one channel at a time: a run judges so many that new arrays would cost more than the comparison. */
const sameHour = new Float64Array(unusualLimits.days);

/** Looks at all channels of the site at a position; undefined if it has no valid value in the newest hour. */
export function judgeSite(
  channels: readonly JudgedChannel[],
  hours: HourTable,
  position: number,
  listNeighbours: (position: number) => readonly number[],
): SiteJudgement | undefined {
  let isKnown = false;
  let shortHistory = true;
  let strongest: SiteReason | null = null;
  let neighbours: readonly number[] | undefined;
  for (let index = 0; index < channels.length; index++) {
    const channel = channels[index];
    const newest = hours[index]?.[0];
    const value = newest?.[position] ?? Number.NaN;
    if (channel === undefined || newest === undefined || Number.isNaN(value)) continue;
    isKnown = true;
    readDays(hours[index] ?? [], position, sameHour);
    if (hasEnoughDays(sameHour)) shortHistory = false;
    const found = findUnusual({
      decimals: channel.decimals,
      minValue: channel.minValue,
      levelTwoLimit: channel.levelTwoLimit,
      value,
      sameHour,
      neighbours: () => {
        neighbours ??= listNeighbours(position);
        return neighbours.map((other) => newest[other] ?? Number.NaN);
      },
    });
    if (found && found.strength > (strongest?.strength ?? 0))
      strongest = {
        ...found,
        channelId: channel.channelId,
        value,
        days: Array.from(sameHour, toNullable).toReversed(),
      };
  }
  return isKnown ? { shortHistory, reason: strongest } : undefined;
}

function readDays(channelHours: readonly Float32Array[], position: number, into: Float64Array): void {
  for (let day = 0; day < into.length; day++) into[day] = channelHours[day + 1]?.[position] ?? Number.NaN;
}

function toNullable(value: number): number | null {
  return Number.isNaN(value) ? null : value;
}
