import { unusualLimits } from '@limpid/contract/analysis/unusual';
import { DAY_MS } from '@limpid/contract/durations';
import { floorToHour, offsetAt, toInstant } from '@limpid/contract/local-time';

/** The newest hour of a zone that has ended. */
export function findClosedHour(now: number, zone: string): number {
  const running = floorToHour(now, zone);
  return floorToHour(running - 1, zone);
}

/**
 * The starts of the same hour on the clock of a zone on the 14 days before, the latest first; null on a day whose clock
 * skipped that hour.
 */
export function listSameHours(hour: number, zone: string): (number | null)[] {
  const wall = hour + offsetAt(hour, zone);
  return Array.from({ length: unusualLimits.days }, (_, before) => {
    const clock = wall - (before + 1) * DAY_MS;
    const date = new Date(clock);
    const instant = toInstant(
      {
        year: date.getUTCFullYear(),
        month: date.getUTCMonth() + 1,
        day: date.getUTCDate(),
        hour: date.getUTCHours(),
        minute: date.getUTCMinutes(),
        second: 0,
        millisecond: 0,
      },
      zone,
    );
    return instant + offsetAt(instant, zone) === clock ? instant : null;
  });
}
