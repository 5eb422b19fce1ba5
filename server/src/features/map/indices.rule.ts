import { type AirIndex, computeIndex } from '@limpid/aqi/compute-index';
import { computeNowCast } from '@limpid/aqi/nowcast';
import { convertToVolume, type Gas } from '@limpid/aqi/units';
import { isPeriodValid, slideEightHours } from '@limpid/aqi/validity';
import { HOUR_MS } from '@limpid/contract/durations';
import {
  type MapIndex,
  mapPollutants,
  type SiteIndex,
  type SiteIndices,
} from '@limpid/contract/map/site-update';
import type { AirHour } from '../rollup/rollup.api.ts';

/** The longest look-back of all indices. */
export const windowHours = 24;

type Pollutant = (typeof mapPollutants)[number];
type Means = readonly (number | null)[];
/** The means of a pollutant over `count` hours, newest first; over a day by default. */
type NewestFirst = (pollutant: Pollutant, count?: number) => Means;

/** The indices of a site from its hours; hours more than a day before the newest are ignored. */
export function computeIndices(hours: readonly AirHour[]): SiteIndices | null {
  const newest = hours.at(-1);
  if (!newest) return null;
  const newestFirst = lookBack(indexByStart(hours), newest.at);
  return {
    hour: newest.at,
    china: {
      aqi: newest.aqi,
      primary: toBits(newest.main?.split(',') ?? []),
      reference: newest.aqi !== null && !newest.whole,
      missing: toBits(newest.missing ?? []),
    },
    us: toSiteIndex(foreign.us(newestFirst)),
    europe: toSiteIndex(foreign.europe(newestFirst)),
    atmo: toSiteIndex(foreign.atmo(newestFirst)),
  };
}

/** One index for each hour that begins at `from` or later; hours without an index are left out. */
export function computeHours(
  hours: readonly AirHour[],
  from: number,
  index: MapIndex,
): { at: number; aqi: number }[] {
  const byStart = indexByStart(hours);
  return hours
    .filter(({ at }) => at >= from)
    .flatMap(({ at, aqi: chinese }) => {
      const aqi = index === 'china' ? chinese : foreign[index](lookBack(byStart, at)).aqi;
      return aqi === null ? [] : [{ at, aqi }];
    });
}

const foreign = { us: computeAmerican, europe: computeEuropean, atmo: computeFrench };

function indexByStart(hours: readonly AirHour[]): ReadonlyMap<number, AirHour> {
  return new Map(hours.map((hour) => [hour.at, hour]));
}

function lookBack(byStart: ReadonlyMap<number, AirHour>, newest: number): NewestFirst {
  const window = Array.from({ length: windowHours }, (_, back) => byStart.get(newest - back * HOUR_MS));
  return (pollutant, count = windowHours) =>
    window.slice(0, count).map((hour) => hour?.means[pollutant] ?? null);
}

function toBits(pollutants: readonly string[]): number {
  return mapPollutants.reduce((bits, name, place) => bits | (pollutants.includes(name) ? 1 << place : 0), 0);
}

function toSiteIndex({ aqi, primary, reference }: AirIndex): SiteIndex {
  return { aqi, primary: toBits(primary), reference, missing: 0 };
}

/** From the NowCast of particles, the hour of SO2 and NO2, and eight hours of CO and O3. */
function computeAmerican(newestFirst: NewestFirst): AirIndex {
  // µg/m³ become ppb, mg/m³ become ppm.
  const toVolume = (gas: Gas, mass: number | null | undefined) =>
    mass === null || mass === undefined ? null : convertToVolume(gas, mass);
  const toPpm = (ppb: number | null) => (ppb === null ? null : ppb / 1000);
  const eightHours = (pollutant: Pollutant) => slideEightHours(newestFirst(pollutant, 8).toReversed()).at(-1);
  return computeIndex({
    standard: 'US EPA',
    mode: 'hourly',
    values: {
      'PM2.5': computeNowCast(newestFirst('PM2.5')),
      PM10: computeNowCast(newestFirst('PM10')),
      'SO2@1h': toVolume('SO2', newestFirst('SO2', 1)[0]),
      'SO2@24h': toVolume('SO2', meanOfDay(newestFirst('SO2'))),
      NO2: toVolume('NO2', newestFirst('NO2', 1)[0]),
      CO: toVolume('CO', eightHours('CO')),
      'O3@8h': toPpm(toVolume('O3', eightHours('O3'))),
      'O3@1h': toPpm(toVolume('O3', newestFirst('O3', 1)[0])),
    },
  });
}

/** From the means of the hour. */
function computeEuropean(newestFirst: NewestFirst): AirIndex {
  const values = Object.fromEntries(mapPollutants.map((name) => [name, newestFirst(name, 1)[0]]));
  return computeIndex({ standard: 'EU', mode: 'hourly', values });
}

/** From the last 24 hours in place of a day: the mean of particles, the highest hour of gases. */
function computeFrench(newestFirst: NewestFirst): AirIndex {
  return computeIndex({
    standard: 'ATMO',
    mode: 'daily',
    values: {
      'PM2.5': meanOfDay(newestFirst('PM2.5')),
      PM10: meanOfDay(newestFirst('PM10')),
      NO2: highestOfDay(newestFirst('NO2')),
      O3: highestOfDay(newestFirst('O3')),
      SO2: highestOfDay(newestFirst('SO2')),
    },
  });
}

function knownOfDay(means: Means): number[] | null {
  const measured = means.filter((mean) => mean !== null);
  return isPeriodValid('day', measured.length) ? measured : null;
}

function meanOfDay(means: Means): number | null {
  const measured = knownOfDay(means);
  return measured && measured.reduce((sum, mean) => sum + mean, 0) / measured.length;
}

function highestOfDay(means: Means): number | null {
  const measured = knownOfDay(means);
  return measured && Math.max(...measured);
}
