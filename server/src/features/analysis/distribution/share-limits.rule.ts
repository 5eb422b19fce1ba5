import { findDayLimits } from '@limpid/aqi/day-limits';
import { roundHalfEven } from '@limpid/aqi/decimal';
import { findPollutant } from '@limpid/aqi/pollutant';
import { standards } from '@limpid/aqi/standards';
import { presentReading, type StoredChannel } from '../../reading/reading.api.ts';

/** A limit that values are compared with from a date on. */
export interface ShareLimit {
  since: string;
  above: number;
}

/** The second level is the limit of the Chinese standard. */
const limitLevel = 1;

/**
 * The limits that daily means of a channel are compared with in place of one of hours, in the order of their dates: for a
 * pollutant of the index the 24-hour limits in force. None for ozone, whose daily mean has no limit; undefined for any
 * other channel.
 */
export function findDayShareLimits(
  { gbCode, unit }: Pick<StoredChannel, 'gbCode' | 'unit'>,
  [first, last]: readonly [first: string, last: string],
): ShareLimit[] | undefined {
  const pollutant = findPollutant(gbCode);
  if (!pollutant) return undefined;
  const { since } = standards['HJ 633-2026'];
  const dates = first < since && since <= last ? [first, since] : [first];
  const found = dates.map((date) => ({ date, limits: findDayLimits(pollutant, unit ?? '', date) }));
  if (found.some(({ limits }) => limits === null)) return undefined;
  return found.flatMap(({ date, limits }) => {
    const above = limits?.bounds[limitLevel];
    return above === undefined ? [] : { since: date, above };
  });
}

const highestFloat = 0x7f7f_ffff;

/**
 * The lowest 32-bit float whose shown number is above a limit, so that a statement compares stored values as they are;
 * infinite if there is none.
 */
export function findLeastShownAbove(above: number, decimals: number): number {
  let [low, high] = [-highestFloat, highestFloat + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const shown = roundHalfEven(presentReading(floatAt(middle)), decimals);
    if (shown > above) high = middle;
    else low = middle + 1;
  }
  return high > highestFloat ? Number.POSITIVE_INFINITY : floatAt(high);
}

const floats = new Float32Array(1);
const bits = new Int32Array(floats.buffer);

/** Finite floats in ascending order; 0 is the zero. */
function floatAt(place: number): number {
  bits[0] = Math.abs(place);
  const size = floats[0] ?? 0;
  return place < 0 ? -size : size;
}
