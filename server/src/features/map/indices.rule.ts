import type { AirIndex } from '@limpid/aqi/compute-index';
import {
  type MapIndex,
  mapPollutants,
  type SiteIndex,
  type SiteIndices,
} from '@limpid/contract/map/site-update';
import { type AirHour, openHourlyIndex } from '../rollup/rollup.api.ts';

/** The indices of a site from its hours; hours more than a day before the newest are ignored. */
export function computeIndices(hours: readonly AirHour[]): SiteIndices | null {
  const newest = hours.at(-1);
  if (!newest) return null;
  const compute = openHourlyIndex(hours);
  return {
    hour: newest.at,
    china: {
      aqi: newest.aqi,
      primary: toBits(newest.main?.split(',') ?? []),
      reference: newest.aqi !== null && !newest.whole,
      missing: toBits(newest.missing ?? []),
    },
    us: toSiteIndex(compute('us', newest.at)),
    europe: toSiteIndex(compute('europe', newest.at)),
    atmo: toSiteIndex(compute('atmo', newest.at)),
  };
}

/** One index for each hour that begins at `from` or later; hours without an index are left out. */
export function computeHours(
  hours: readonly AirHour[],
  from: number,
  index: MapIndex,
): { at: number; aqi: number }[] {
  const compute = openHourlyIndex(hours);
  return hours
    .filter(({ at }) => at >= from)
    .flatMap(({ at, aqi: chinese }) => {
      const aqi = index === 'china' ? chinese : compute(index, at).aqi;
      return aqi === null ? [] : [{ at, aqi }];
    });
}

function toBits(pollutants: readonly string[]): number {
  return mapPollutants.reduce((bits, name, place) => bits | (pollutants.includes(name) ? 1 << place : 0), 0);
}

function toSiteIndex({ aqi, primary, reference }: AirIndex): SiteIndex {
  return { aqi, primary: toBits(primary), reference, missing: 0 };
}
