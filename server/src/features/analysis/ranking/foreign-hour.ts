import { HOUR_MS } from '@limpid/contract/durations';
import type { MapIndex } from '@limpid/contract/map/site-update';
import type { AirHour, AirHourSource } from '../../rollup/rollup.api.ts';

/** The index of a site in one hour. */
export type HourIndex = Pick<AirHour, 'aqi' | 'main' | 'whole'> & { siteId: number };

const sitesAtOnce = 500;

/** The indices of sites in the hour of their clock that contains a moment, computed for standards other than HJ 633. */
export async function computeHourIndices(
  air: AirHourSource,
  siteIds: readonly number[],
  hour: Date,
  index: MapIndex,
): Promise<HourIndex[]> {
  const at = hour.getTime();
  const found: HourIndex[] = [];
  for (let from = 0; from < siteIds.length; from += sitesAtOnce) {
    const some = siteIds.slice(from, from + sitesAtOnce);
    for (const [siteId, hours] of await air.hours(some, [at - HOUR_MS + 1, at + 1], { index })) {
      const newest = hours.at(-1);
      if (newest) found.push({ siteId, aqi: newest.aqi, main: newest.main, whole: newest.whole });
    }
  }
  return found;
}
