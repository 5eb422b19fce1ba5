import { dayBounds } from '@limpid/contract/local-time';
import type { MapIndex } from '@limpid/contract/map/site-update';
import type { AirHourSource } from '../rollup/rollup.api.ts';
import { type DateRange, type LocalHours, locateHour } from './local-hours.ts';
import { isRunningHour } from './valid-hours.rule.ts';

/** The hourly indices of a site by a standard; `dropped` counts hours with data whose index is missing or withheld. */
export async function readIndexHours(
  air: AirHourSource,
  { siteId, zone, index }: { siteId: number; zone: string; index: MapIndex },
  [from, to]: DateRange,
  now: Date,
): Promise<LocalHours> {
  const bounds = [dayBounds(from, zone)[0], dayBounds(to, zone)[1]] as const;
  const found = (await air.hours([siteId], bounds, { index })).get(siteId) ?? [];
  const ended = found.filter(({ at }) => !isRunningHour(at, now.getTime()));
  const hours = ended.flatMap(({ at, aqi }) =>
    aqi === null ? [] : [{ ts: at, ...locateHour(at, zone), value: aqi }],
  );
  return { hours, dropped: ended.length - hours.length, running: found.length - ended.length };
}
