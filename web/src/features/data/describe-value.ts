import { roundHalfEven } from '@limpid/aqi/decimal';
import { nameWindPoint } from '@limpid/aqi/wind';
import type { NewestValue } from '@limpid/contract/data/realtime';
import type { Language } from '@limpid/contract/language';
import { formatDecimal } from '../../lib/format.ts';
import type { Channel, Level } from './channel.ts';

/** A value as it is written; what is not valid is a dash, which no zero looks like. */
export interface Described {
  text: string;
  /** Beside it and softer: the degrees of a wind, or else the unit. */
  unit: string;
  level: Level | undefined;
  /** Why it is not an ordinary value: a flag of the station, or that it cannot be one. */
  problem: string | undefined;
}

const dash = '—';

export function describeValue(channel: Channel, newest: NewestValue, language: Language): Described {
  const { value, flag } = newest;
  const flagged = flag === 'N' ? undefined : flag;
  if (value === null) {
    return { text: dash, unit: '', level: undefined, problem: flagged ?? 'invalid' };
  }
  // What is shown decides the colour: a 35 must not be yellow because it was 35.4.
  const shown = roundHalfEven(value, channel.decimals);
  const number = formatDecimal(shown, channel.decimals, language);
  const plain = { level: findLevel(channel.levels, shown), problem: flagged };
  const meaning = channel.meanings.find((one) => one.value === value);
  if (meaning) return { text: meaning.name, unit: '', ...plain };
  if (channel.dataType === 'direction') {
    return { text: nameWindPoint(value, language) ?? number, unit: `${number}°`, ...plain };
  }
  return { text: number, unit: channel.unit, ...plain };
}

function findLevel(levels: readonly Level[], value: number): Level | undefined {
  return levels.find(({ upTo }) => upTo === null || value <= upTo);
}

/** Black or white, whichever can be read better on a colour; one of them always reaches 4.5:1. */
export function inkOn(colour: string): string {
  const luminance = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, index) => sum + part * ([0.2126, 0.7152, 0.0722][index] ?? 0), 0);
  const [onBlack, onWhite] = [(luminance + 0.05) / 0.05, 1.05 / (luminance + 0.05)];
  return onBlack >= onWhite ? '#000000' : '#ffffff';
}
