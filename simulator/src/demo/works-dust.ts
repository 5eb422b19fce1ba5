import { type ChannelCode, type ChannelValues, instrumentChannels } from '../air/channels.ts';
import { quantise } from '../air/instrument.ts';
import { MINUTE_MS } from '../durations.ts';
import { deriveSeed, randomUnit, smoothNoise } from '../random.ts';

/** An episode begins shortly after the start, and then about every 25 minutes. */
const firstAfterMs = 0.5 * MINUTE_MS;
const everyMs = 25 * MINUTE_MS;
const jitterMs = 3 * MINUTE_MS;
const [riseMs, holdMs, fallMs] = [MINUTE_MS, 2.5 * MINUTE_MS, 2.5 * MINUTE_MS];
/** µg/m³ of PM10 at the height of an episode. */
const peak = { least: 190, most: 255 };
/** After so much spraying about a third of the dust is left. */
const washMs = 1.6 * MINUTE_MS;
/** What the dust of earthworks adds to each channel, for one part of PM10. */
const shares: readonly [ChannelCode, number][] = [
  ['PM2.5', 0.12],
  ['PM10', 1],
  ['TSP', 2.1],
];

interface WorksDust {
  /** The code of the site. */
  code: string;
  startedAt: number;
  /** The PM10 without the works. */
  baseAt(time: number): number;
  /** How long water has been sprayed there between two moments, in milliseconds. */
  sprayedMs(from: number, to: number): number;
}

/**
 * Adds the dust of earthworks beside an instrument to its values: it rises for some minutes again and again, and
 * spraying lowers it. The same at every call for the same sprays.
 */
export function makeWorksDust({ code, startedAt, baseAt, sprayedMs }: WorksDust) {
  const seed = deriveSeed(0, `${code} works`);

  function findDust(time: number): number {
    const number = Math.max(0, Math.floor((time - startedAt - firstAfterMs) / everyMs));
    const delay = number === 0 ? 0 : jitterMs * randomUnit(seed, 2 * number);
    const begin = startedAt + firstAfterMs + number * everyMs + delay;
    const part = findPart(time - begin);
    if (part === 0) return 0;
    const height = peak.least + (peak.most - peak.least) * randomUnit(seed, 2 * number + 1);
    const gust = 1 + 0.04 * smoothNoise(seed, time, MINUTE_MS);
    const washed = Math.exp(-sprayedMs(begin, time) / washMs);
    return Math.max(0, height - baseAt(begin)) * part * gust * washed;
  }

  return (values: ChannelValues, time: number): ChannelValues => {
    const dust = findDust(time);
    if (dust === 0) return values;
    const next = { ...values };
    for (const [channel, share] of shares) {
      const value = values[channel];
      if (value === undefined) continue;
      const { step, range } = instrumentChannels[channel];
      next[channel] = Math.min(quantise(value + share * dust, step), range[1]);
    }
    return next;
  };
}

/** From 0 to 1: the dust of an episode after so many milliseconds. */
function findPart(after: number): number {
  if (after <= 0 || after >= riseMs + holdMs + fallMs) return 0;
  if (after < riseMs) return smooth(after / riseMs);
  return smooth(Math.min(1, (riseMs + holdMs + fallMs - after) / fallMs));
}

function smooth(part: number): number {
  return part * part * (3 - 2 * part);
}
