import { roundHalfEven } from '@limpid/aqi/decimal';
import { isAboveLimit } from '@limpid/aqi/limit';
import { nameWindPoint } from '@limpid/aqi/wind';
import type { Language } from '@limpid/contract/language';
import { formatDecimal } from '../lib/format.ts';
import type { Channel } from './channel.ts';
import { findBand, type LevelStep } from './level.ts';
import type { SiteLimit, SiteValue } from './site-value.ts';

/** Shown where there is no value; a zero would be read as a measurement. */
export const dash = '—';

/** A value as screens write it. */
export interface DescribedValue {
  /** A dash for an invalid value; the sent number if it is out of range. */
  text: string;
  /** The unit; the degrees of a wind direction. */
  unit: string;
  step: LevelStep | undefined;
  /** Why it is not an ordinary value: `range`, `limit`, the station's flag, or `invalid`. */
  problems: string[];
}

export function describeValue(
  channel: Channel,
  { value, flag, outOfRange }: SiteValue,
  language: Language,
  limit?: SiteLimit | null,
): DescribedValue {
  const flagged = flag === 'N' ? [] : [flag];
  if (outOfRange !== undefined) {
    const text = formatDecimal(outOfRange, channel.decimals, language);
    return { text, unit: channel.unit, step: undefined, problems: ['range', ...flagged] };
  }
  if (value === null) {
    const problems = flagged.length > 0 ? flagged : ['invalid'];
    return { text: dash, unit: '', step: undefined, problems };
  }
  // The number that is shown decides the level: a 35 must not be yellow because it was 35.4.
  const shown = roundHalfEven(value, channel.decimals);
  const isAbove = limit?.channel === channel.code && isAboveLimit(value, limit.value, channel.decimals);
  const problems = isAbove ? ['limit', ...flagged] : flagged;
  const step = findBand(channel.steps, shown);
  const meaning = channel.meanings.find((one) => one.value === value);
  if (meaning) return { text: meaning.name, unit: '', step, problems };
  const text = formatValue(value, channel, language);
  const unit = channel.dataType === 'direction' ? formatDegrees(value, channel, language) : channel.unit;
  return { text, unit, step, problems };
}

/** A number with the decimals of its channel; a wind direction as a point of the compass. */
export function formatValue(value: number, { decimals, dataType }: Channel, language: Language): string {
  const point = dataType === 'direction' ? nameWindPoint(value, language) : null;
  return point ?? formatDecimal(value, decimals, language);
}

/** A value with its unit; a wind direction with its degrees. */
export function formatWithUnit(value: number, channel: Channel, language: Language): string {
  const number = formatValue(value, channel, language);
  if (channel.dataType === 'direction') return `${number} ${formatDegrees(value, channel, language)}`;
  return channel.unit ? `${number} ${channel.unit}` : number;
}

function formatDegrees(value: number, { decimals }: Channel, language: Language): string {
  return `${formatDecimal(value, decimals, language)}°`;
}
