import { roundHalfEven } from '@limpid/aqi/decimal';
import { isAboveLimit } from '@limpid/aqi/limit';
import { nameWindPoint } from '@limpid/aqi/wind';
import type { NewestValue } from '@limpid/contract/data/realtime';
import type { Language } from '@limpid/contract/language';
import { formatDecimal } from '../../lib/format.ts';
import { findLevel, type Step } from '../../lib/level.ts';
import type { Channel } from './channel.ts';
import type { SiteFacts } from './site-now.ts';

/** A value as it is written; what is not valid is a dash, which no zero looks like, or the number that was out of range. */
export interface Described {
  text: string;
  /** Beside it and softer: the degrees of a wind, or else the unit. */
  unit: string;
  level: Step | undefined;
  /** Why it is not an ordinary value: out of range, above the site's limit, a flag of the station, or not a number. */
  problems: string[];
}

const dash = '—';

export function describeValue(
  channel: Channel,
  newest: NewestValue,
  language: Language,
  limit?: SiteFacts['limit'],
): Described {
  const { value, flag, outOfRange } = newest;
  const flagged = flag === 'N' ? [] : [flag];
  if (outOfRange !== undefined) {
    const text = formatDecimal(outOfRange, channel.decimals, language);
    return { text, unit: channel.unit, level: undefined, problems: ['range', ...flagged] };
  }
  if (value === null) {
    const problems = flagged.length > 0 ? flagged : ['invalid'];
    return { text: dash, unit: '', level: undefined, problems };
  }
  // What is shown decides the colour: a 35 must not be yellow because it was 35.4.
  const shown = roundHalfEven(value, channel.decimals);
  const number = formatDecimal(shown, channel.decimals, language);
  const isAbove = limit?.channel === channel.code && isAboveLimit(value, limit.value, channel.decimals);
  const problems = isAbove ? ['limit', ...flagged] : flagged;
  const plain = { level: findLevel(channel.levels, shown), problems };
  const meaning = channel.meanings.find((one) => one.value === value);
  if (meaning) return { text: meaning.name, unit: '', ...plain };
  if (channel.dataType === 'direction') {
    return { text: nameWindPoint(value, language) ?? number, unit: `${number}°`, ...plain };
  }
  return { text: number, unit: channel.unit, ...plain };
}
