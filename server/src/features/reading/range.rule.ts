import type { StoredChannel } from './device.ts';
import { isWithin } from './reading.ts';

/** Whether a channel can have this value; an impossible value is stored with its reading and does not count. */
export function isInRange(
  value: number,
  { minValue, maxValue }: Pick<StoredChannel, 'minValue' | 'maxValue'>,
): boolean {
  return isWithin(value, minValue, maxValue);
}
