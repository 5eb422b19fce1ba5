import { dayBounds, offsetAt } from '@limpid/contract/local-time';
import type { ReadingSource, StoredChannel } from '../reading/reading.api.ts';
import { selectValidHours } from './valid-hours.rule.ts';

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

/** Hours that have ended, with the number of those with fewer than 45 valid minutes and of the running one. */
export interface LocalHours {
  hours: (LocalHour & { ts: number })[];
  dropped: number;
  running: number;
}

/** The valid hours of a site. */
export async function readLocalHours(
  source: ReadingSource,
  { siteId, zone, channel: { slot } }: AnalysedSite,
  [from, to]: DateRange,
  now: Date,
): Promise<LocalHours> {
  const bounds = [dayBounds(from, zone)[0], dayBounds(to, zone)[1]] as const;
  const found = (await source.means('hour', [siteId], bounds, [slot])).get(siteId)?.get(slot);
  const { hours, ...left } = selectValidHours(found, now.getTime());
  return { hours: hours.map(({ ts, value }) => ({ ts, ...locateHour(ts, zone), value })), ...left };
}

/** The date and the hour of day on the clock of a zone. */
export function locateHour(ts: number, zone: string): Pick<LocalHour, 'day' | 'hour'> {
  const clock = new Date(ts + offsetAt(ts, zone));
  return { day: clock.toISOString().slice(0, 10), hour: clock.getUTCHours() };
}
