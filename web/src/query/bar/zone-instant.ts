import { toInstant } from '@limpid/contract/local-time';
import type { Dayjs } from 'dayjs';

/** The instant at which clocks of the zone show what the picker shows. */
export function toZoneInstant(chosen: Dayjs, zone: string): number {
  const wall = {
    year: chosen.year(),
    month: chosen.month() + 1,
    day: chosen.date(),
    hour: chosen.hour(),
    minute: chosen.minute(),
    second: 0,
    millisecond: 0,
  };
  return toInstant(wall, zone);
}
