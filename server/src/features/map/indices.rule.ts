import { type AirIndex, computeIndex } from '@limpid/aqi/compute-index';
import { computeNowCast } from '@limpid/aqi/nowcast';
import { convertToVolume, type Gas } from '@limpid/aqi/units';
import { isPeriodValid, slideEightHours } from '@limpid/aqi/validity';
import { mapPollutants, type SiteIndex, type SiteIndices } from '@limpid/contract/map/news';
import type { AirHour } from '../ingest/ingest.api.ts';

const hourMs = 3_600_000;
/** As many hours as any of the indices looks back. */
export const windowHours = 24;

type Pollutant = (typeof mapPollutants)[number];
type Means = readonly (number | null)[];

/** The indices of a site from its hours; those more than a day before the newest do not count. */
export function computeIndices(hours: readonly AirHour[]): SiteIndices | null {
  const newest = hours.at(-1);
  if (!newest) return null;
  const byStart = new Map(hours.map((hour) => [hour.at, hour]));
  const window = Array.from({ length: windowHours }, (_, back) => byStart.get(newest.at - back * hourMs));
  const newestFirst = (pollutant: Pollutant): Means => window.map((hour) => hour?.means[pollutant] ?? null);
  return {
    hour: newest.at,
    china: {
      aqi: newest.aqi,
      primary: toBits(newest.main?.split(',') ?? []),
      reference: newest.aqi !== null && !newest.whole,
    },
    us: toSiteIndex(computeAmerican(newestFirst)),
    europe: toSiteIndex(computeIndex({ standard: 'EU', mode: 'hourly', values: newest.means })),
    atmo: toSiteIndex(computeFrench(newestFirst)),
  };
}

function toBits(pollutants: readonly string[]): number {
  return mapPollutants.reduce((bits, name, place) => bits | (pollutants.includes(name) ? 1 << place : 0), 0);
}

function toSiteIndex({ aqi, primary, reference }: AirIndex): SiteIndex {
  return { aqi, primary: toBits(primary), reference };
}

/** Hour by hour: the NowCast of particles, the hour of SO2 and NO2, eight hours of CO and O3. */
function computeAmerican(newestFirst: (pollutant: Pollutant) => Means): AirIndex {
  // ppb of what is in µg/m³, ppm of what is in mg/m³.
  const toVolume = (gas: Gas, mass: number | null | undefined) =>
    mass === null || mass === undefined ? null : convertToVolume(gas, mass);
  const toPpm = (ppb: number | null) => (ppb === null ? null : ppb / 1000);
  const eightHours = (pollutant: Pollutant) =>
    slideEightHours(newestFirst(pollutant).slice(0, 8).toReversed()).at(-1);
  return computeIndex({
    standard: 'US EPA',
    mode: 'hourly',
    values: {
      'PM2.5': computeNowCast(newestFirst('PM2.5')),
      PM10: computeNowCast(newestFirst('PM10')),
      'SO2@1h': toVolume('SO2', newestFirst('SO2')[0]),
      'SO2@24h': toVolume('SO2', meanOfDay(newestFirst('SO2'))),
      NO2: toVolume('NO2', newestFirst('NO2')[0]),
      CO: toVolume('CO', eightHours('CO')),
      'O3@8h': toPpm(toVolume('O3', eightHours('O3'))),
      'O3@1h': toPpm(toVolume('O3', newestFirst('O3')[0])),
    },
  });
}

/** Of the 24 hours that end now, as if they were the day: the mean of particles, the highest hour of the gases. */
function computeFrench(newestFirst: (pollutant: Pollutant) => Means): AirIndex {
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
  const known = means.filter((mean) => mean !== null);
  return isPeriodValid('day', known.length) ? known : null;
}

function meanOfDay(means: Means): number | null {
  const known = knownOfDay(means);
  return known && known.reduce((sum, mean) => sum + mean, 0) / known.length;
}

function highestOfDay(means: Means): number | null {
  const known = knownOfDay(means);
  return known && Math.max(...known);
}
