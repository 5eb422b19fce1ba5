import { roundHalfEven } from '@limpid/aqi/decimal';
import { isAboveLimit } from '@limpid/aqi/limit';
import { nameWindPoint } from '@limpid/aqi/wind';
import type { Language } from '@limpid/contract/language';
import { formatDecimal } from '../../../lib/format.ts';
import { isStale } from '../../../air/freshness.ts';
import { findLevel, type Step } from '../../../lib/level.ts';
import type { MapSite } from '../map-site.ts';
import type { MapChannel } from '../shade.ts';

/** The newest value of a channel as it is written. */
export interface ChannelNow {
  /** A dash where it is not valid, which no zero looks like, or the number that was out of range. */
  text: string;
  unit: string;
  step: Step | undefined;
  /** Why it is not an ordinary value: out of range, above the site's limit, a flag of the station, or not a number. */
  problems: string[];
  /** Seconds, where it has fallen behind the present. */
  staleFor: number | undefined;
  /** Where the wind comes from, in degrees. */
  direction: number | undefined;
}

export function readChannel(
  site: MapSite,
  channel: MapChannel,
  steps: readonly Step[],
  now: number,
  language: Language,
): ChannelNow | undefined {
  const found = site.values.get(channel.code);
  if (!found) return undefined;
  const { value, flag, ts, outOfRange } = found;
  const flagged = flag === 'N' ? [] : [flag];
  const staleFor = isStale(ts, site.interval, now) ? Math.max(0, (now - ts) / 1000) : undefined;
  const plain = { step: undefined, staleFor, direction: undefined };
  if (outOfRange !== undefined) {
    const number = formatDecimal(outOfRange, channel.decimals, language);
    return { ...plain, text: number, unit: channel.unit ?? '', problems: ['range', ...flagged] };
  }
  if (value === null) {
    return { ...plain, text: '—', unit: '', problems: flagged.length > 0 ? flagged : ['invalid'] };
  }
  // What is shown decides the level: a 35 must not be yellow because it was 35.4.
  const shown = roundHalfEven(value, channel.decimals);
  const step = findLevel(steps, shown);
  const isDirection = channel.dataType === 'direction';
  const text = writeNumber(shown, channel, language);
  const unit = isDirection ? `${formatDecimal(shown, channel.decimals, language)}°` : (channel.unit ?? '');
  const isAbove =
    site.limit?.code === channel.code && isAboveLimit(value, site.limit.value, channel.decimals);
  const problems = isAbove ? ['limit', ...flagged] : flagged;
  return { text, unit, step, problems, staleFor, direction: isDirection ? value : undefined };
}

/** A number in the decimals of its channel; of a wind the point of the compass it comes from. */
export function writeNumber(value: number, { decimals, dataType }: MapChannel, language: Language): string {
  const point = dataType === 'direction' ? nameWindPoint(value, language) : null;
  return point ?? formatDecimal(value, decimals, language);
}

/** The same with its unit; of a wind with its degrees. */
export function writeWhole(value: number, channel: MapChannel, language: Language): string {
  const number = writeNumber(value, channel, language);
  if (channel.dataType !== 'direction') return channel.unit ? `${number} ${channel.unit}` : number;
  return `${number} ${formatDecimal(value, channel.decimals, language)}°`;
}
