import { roundHalfEven } from '@limpid/aqi/decimal';
import type { Channel } from '../../../air/channel.ts';
import { colourSequence, inkOn, type LevelStep } from '../../../air/level.ts';

const shades = 6;

/** The levels of a channel, or equal steps between the lowest and the highest value in one hue. */
export function chooseClasses(
  values: readonly number[],
  { steps, decimals }: Pick<Channel, 'steps' | 'decimals'>,
  isDark = false,
): readonly LevelStep[] {
  if (steps.length > 0) return steps;
  return divideEvenly(values, decimals, isDark);
}

/** Equal steps in one hue; fewer where the decimals cannot tell them apart. */
export function divideEvenly(values: readonly number[], decimals: number, isDark = false): LevelStep[] {
  const lowest = values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
  const highest = values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);
  const bounds = Array.from({ length: shades - 1 }, (_, n) =>
    roundHalfEven(lowest + ((highest - lowest) * (n + 1)) / shades, decimals),
  ).filter((bound) => bound < highest);
  const upTo = [...new Set(values.length === 0 ? [] : bounds), null];
  return colourSequence(upTo.length, isDark).map((fill, n) => ({
    upTo: upTo[n] ?? null,
    fill,
    ink: inkOn(fill),
    name: '',
  }));
}
