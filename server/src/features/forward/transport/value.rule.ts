import { type Convert, defaultTemperature, makeConversion } from '../../data/units.api.ts';
import type { StoredChannel } from '../../reading/reading.api.ts';

const unchanged: Convert = (value) => value;

/**
 * The conversion of a channel's values into the unit that a receiver wants; without one they stay as they are. Undefined if it
 * is impossible: the channel has no unit or another quantity, or a volume is wanted of something that is no known gas.
 */
export function makeForwardConversion(
  { unit, gbCode }: Pick<StoredChannel, 'unit' | 'gbCode'>,
  wanted: string | null,
): Convert | undefined {
  if (wanted === null) return unchanged;
  return makeConversion(unit ?? '', { unit: wanted, gbCode }, defaultTemperature);
}
