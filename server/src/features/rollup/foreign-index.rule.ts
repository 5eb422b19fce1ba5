import { type AirIndex, computeIndex } from '@limpid/aqi/compute-index';
import { computeNowCast } from '@limpid/aqi/nowcast';
import type { IndexPollutant } from '@limpid/aqi/pollutant';
import { convertToVolume, type Gas } from '@limpid/aqi/units';
import { averageEightHours, findHighestEightHours, isPeriodValid } from '@limpid/aqi/validity';
import { HOUR_MS } from '@limpid/contract/durations';
import { type MapIndex, mapPollutants } from '@limpid/contract/map/site-update';
import type { DayValues, StoredIndex } from './air-index.rule.ts';

/** The indices other than that of HJ 633. */
export type ForeignIndex = Exclude<MapIndex, 'china'>;
export const foreignIndices = ['us', 'europe', 'atmo'] as const satisfies readonly ForeignIndex[];

/** The longest look-back of all hourly indices. */
export const windowHours = 24;

/** An hour with its valid means in the units of the Chinese tables: µg/m³, for CO mg/m³. */
interface MeasuredHour {
  at: number;
  means: Partial<Record<IndexPollutant, number>>;
}

type Means = readonly (number | null)[];
/** The means of a pollutant over `count` hours, newest first; over a day by default. */
type NewestFirst = (pollutant: IndexPollutant, count?: number) => Means;

/** Computes the index of the hour that begins at a moment, from it and the hours before it. */
export function openHourlyIndex(
  hours: readonly MeasuredHour[],
): (index: ForeignIndex, at: number) => AirIndex {
  const byStart = new Map(hours.map((hour) => [hour.at, hour]));
  return (index, at) => {
    const window = Array.from({ length: lookBackHours[index] + 1 }, (_, back) =>
      byStart.get(at - back * HOUR_MS),
    );
    return hourly[index]((pollutant, count = windowHours) => {
      const means: (number | null)[] = [];
      for (let back = 0; back < count; back++) means.push(window[back]?.means[pollutant] ?? null);
      return means;
    });
  };
}

/** The hours before an hour that its index depends on. */
export const lookBackHours: Readonly<Record<MapIndex, number>> = {
  china: 0,
  us: windowHours - 1,
  europe: 0,
  atmo: windowHours - 1,
};

/** Replaces the index of hours that begin at `from` or later; the hours before are only looked back at. */
export function indexForeignHours<H extends MeasuredHour & StoredIndex>(
  hours: readonly H[],
  from: number,
  index: ForeignIndex,
): H[] {
  const compute = openHourlyIndex(hours);
  return hours
    .filter(({ at }) => at >= from)
    .map((hour) => ({ ...hour, ...toStored(compute(index, hour.at)) }));
}

const hourly = { us: indexAmericanHour, europe: indexEuropeanHour, atmo: indexFrenchHour };

// µg/m³ become ppb, mg/m³ become ppm.
const toVolume = (gas: Gas, mass: number | null | undefined) =>
  mass === null || mass === undefined ? null : convertToVolume(gas, mass);
const toPpm = (ppb: number | null) => (ppb === null ? null : ppb / 1000);

/** From the NowCast of particles, the hour of SO2 and NO2, and eight hours of CO and O3. */
function indexAmericanHour(newestFirst: NewestFirst): AirIndex {
  const eightHours = (pollutant: IndexPollutant) => averageEightHours(newestFirst(pollutant, 8));
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
function indexEuropeanHour(newestFirst: NewestFirst): AirIndex {
  const values = Object.fromEntries(mapPollutants.map((name) => [name, newestFirst(name, 1)[0]]));
  return computeIndex({ standard: 'EU', mode: 'hourly', values });
}

/** From the last 24 hours in place of a day: the mean of particles, the highest hour of gases. */
function indexFrenchHour(newestFirst: NewestFirst): AirIndex {
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

/** The indices of a day; 8-hour means begin and end within it. */
export function indexForeignDay(
  { means, highest, carbonMonoxide }: DayValues,
  ozone8h: number | null,
): Record<ForeignIndex, StoredIndex> {
  const mean = (pollutant: IndexPollutant) => {
    const found = means[pollutant];
    return found && isPeriodValid('day', found.hours) ? found.mean : null;
  };
  const hour = (pollutant: IndexPollutant) => highest[pollutant] ?? null;
  // No number of missing hours makes an 8-hour mean of CO valid.
  const eightHours = findHighestEightHours(carbonMonoxide, Number.POSITIVE_INFINITY);
  const particles = { 'PM2.5': mean('PM2.5'), PM10: mean('PM10') };
  const gases = { NO2: hour('NO2'), O3: hour('O3'), SO2: hour('SO2') };
  const american = computeIndex({
    standard: 'US EPA',
    mode: 'daily',
    values: {
      ...particles,
      'SO2@1h': toVolume('SO2', hour('SO2')),
      'SO2@24h': toVolume('SO2', mean('SO2')),
      NO2: toVolume('NO2', hour('NO2')),
      CO: toVolume('CO', eightHours.valid ? eightHours.value : null),
      'O3@8h': toPpm(toVolume('O3', ozone8h)),
      'O3@1h': toPpm(toVolume('O3', hour('O3'))),
    },
  });
  // Europe defines no index of a day. The index of its worst hour is that of the highest hour of each pollutant.
  const worst = { ...gases, 'PM2.5': hour('PM2.5'), PM10: hour('PM10') };
  const european = computeIndex({ standard: 'EU', mode: 'hourly', values: worst });
  const french = computeIndex({ standard: 'ATMO', mode: 'daily', values: { ...particles, ...gases } });
  return { us: toStored(american), europe: toStored(european), atmo: toStored(french) };
}

/** The American index has no upper end; a number beyond its column comes from an impossible concentration. */
const highestStored = 32_767;

function toStored({ aqi, primary, reference }: AirIndex): StoredIndex {
  if (aqi === null || aqi > highestStored) return { aqi: null, main: null, whole: false };
  return { aqi, main: primary.length > 0 ? primary.join(',') : null, whole: !reference };
}
