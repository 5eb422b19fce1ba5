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

/** Hours per site and channel: the newest, then the same hour of the days before, the latest first. */
export const hoursOfSite = unusualLimits.days + 1;

/** By channel, the hours of all sites one after the other; NaN where there is no valid hour. */
export type HourTable = readonly Float32Array[];

export function makeHourTable(siteCount: number, channelCount: number): HourTable {
  return Array.from({ length: channelCount }, () =>
    new Float32Array(siteCount * hoursOfSite).fill(Number.NaN),
  );
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
  const start = position * hoursOfSite;
  for (const [index, channel] of channels.entries()) {
    const values = hours[index];
    const value = values?.[start] ?? Number.NaN;
    if (values === undefined || Number.isNaN(value)) continue;
    isKnown = true;
    const sameHour = values.subarray(start + 1, start + hoursOfSite);
    if (hasEnoughDays(sameHour)) shortHistory = false;
    const found = findUnusual({
      decimals: channel.decimals,
      minValue: channel.minValue,
      levelTwoLimit: channel.levelTwoLimit,
      value,
      sameHour,
      neighbours: () => {
        neighbours ??= listNeighbours(position);
        return pickNewest(values, neighbours);
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

function toNullable(value: number): number | null {
  return Number.isNaN(value) ? null : value;
}

/** The newest hour of these sites. */
function pickNewest(values: Float32Array, positions: readonly number[]): Float32Array {
  const picked = new Float32Array(positions.length);
  for (let place = 0; place < positions.length; place++)
    picked[place] = values[(positions[place] ?? 0) * hoursOfSite] ?? Number.NaN;
  return picked;
}
