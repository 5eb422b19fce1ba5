import { isHourValid } from '@limpid/aqi/validity';
import { dayBounds, offsetAt } from '@limpid/contract/local-time';
import type { ReadingSource, StoredChannel } from '../reading/reading.api.ts';

export interface AnalysedSite {
  siteId: number;
  zone: string;
  channel: StoredChannel;
}

/** Both dates are included. */
export type DateRange = readonly [from: string, to: string];

/** The mean of an hour, by date and hour of day on the clock of the site. */
export interface LocalHour {
  day: string;
  hour: number;
  value: number;
}

/** The valid hours of a site; `dropped` counts those with fewer than 45 valid minutes. */
export async function readLocalHours(
  source: ReadingSource,
  { siteId, zone, channel: { slot } }: AnalysedSite,
  [from, to]: DateRange,
): Promise<{ hours: LocalHour[]; dropped: number }> {
  const bounds = [dayBounds(from, zone)[0], dayBounds(to, zone)[1]] as const;
  const found = (await source.means('hour', [siteId], bounds, [slot])).get(siteId)?.get(slot);
  const { at = [], values = [], covered = [] } = found ?? {};
  const hours = at.flatMap((ts, position): LocalHour[] => {
    const value = values[position];
    if (value === undefined || !isHourValid(covered[position] ?? 0, 1)) return [];
    const clock = new Date(ts + offsetAt(ts, zone));
    return [{ day: clock.toISOString().slice(0, 10), hour: clock.getUTCHours(), value }];
  });
  return { hours, dropped: at.length - hours.length };
}
