import { createCity } from '../air/city.ts';
import { quantise } from '../air/instrument.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../durations.ts';
import { deriveSeed, randomUnit } from '../random.ts';
import type { ReferenceCity, ReferenceStation } from './reference-city.ts';

const publishedPollutants = ['PM2.5', 'PM10', 'SO2', 'NO2', 'O3', 'CO'] as const;
type PublishedPollutant = (typeof publishedPollutants)[number];
/** µg/m³, CO in mg/m³. */
type PublishedAmounts = Record<PublishedPollutant, number | null>;

/** An hour of a station as it is published, or published again. */
export interface SimulatedPublication {
  station: ReferenceStation;
  /** The start of the hour in epoch milliseconds. */
  hour: number;
  amounts: PublishedAmounts;
}

interface PublishingPeriod {
  /** The hours that begin in `[from, to)`. */
  from: number;
  to: number;
  /** Publications after `since` up to `until`. */
  since: number;
  until: number;
}

/** From the end of an hour to its publication, and to its revision. */
export const publishedAfter = 6 * MINUTE_MS;
export const revisedAfter = 6 * HOUR_MS + publishedAfter;

/**
 * What the stations of a city publish of some hours, in the order of publication for each of them: the same at every
 * call. As in real networks stations and pollutants are missing at times; some hours come late or are revised.
 */
export function publishHours(
  facts: ReferenceCity,
  { from, to, since, until }: PublishingPeriod,
): SimulatedPublication[] {
  const city = createCity(facts);
  const start = Math.ceil(from / HOUR_MS) * HOUR_MS;
  const isDue = (at: number) => at > since && at <= until;
  return facts.stations.flatMap((station, place) => {
    const means = city.hourMeans(station, start, to);
    const seed = deriveSeed(facts.seed, `${station.code} published`);
    const count = means['PM2.5']?.length ?? 0;
    return Array.from({ length: count }, (_, n) => {
      const hour = start + n * HOUR_MS;
      const amounts = writeAmounts((code) =>
        isCalibrated(seed, hour, code) ? null : (means[code]?.[n] ?? null),
      );
      const end = hour + HOUR_MS;
      const [isFirstDue, isRevisionDue] = [isDue(end + publishedAfter), isDue(end + revisedAfter)];
      const isSilent = isOffline(seed, hour) || isCityOffline(facts.seed, hour, place);
      const isChanged = randomUnit(seed + 1, hour / HOUR_MS) < revisedShare;
      const first = isFirstDue && !isSilent ? [isChanged ? overestimate(amounts) : amounts] : [];
      const again = isRevisionDue && (isSilent ? isRecovered(seed, hour) : isChanged) ? [amounts] : [];
      return [...first, ...again].map((shown) => ({ station, hour, amounts: shown }));
    }).flat();
  });
}

const revisedShare = 0.01;

/** The amounts of all pollutants with the decimals of publications. */
function writeAmounts(read: (code: PublishedPollutant) => number | null): PublishedAmounts {
  const write = (code: PublishedPollutant) => {
    const value = read(code);
    return value === null ? null : quantise(value, code === 'CO' ? 0.1 : 1);
  };
  return {
    'PM2.5': write('PM2.5'),
    PM10: write('PM10'),
    SO2: write('SO2'),
    NO2: write('NO2'),
    O3: write('O3'),
    CO: write('CO'),
  };
}

/** Before its revision a value is too high by a tenth. */
function overestimate(amounts: PublishedAmounts): PublishedAmounts {
  return writeAmounts((code) => {
    const value = amounts[code];
    return value === null ? null : value * 1.1;
  });
}

/** Once a day the analyser of one pollutant is calibrated for an hour. */
function isCalibrated(seed: number, hour: number, code: PublishedPollutant): boolean {
  const day = Math.floor(hour / DAY_MS);
  const at = day * DAY_MS + Math.floor(randomUnit(seed + 2, day) * 24) * HOUR_MS;
  const turn = Math.floor(randomUnit(seed + 3, day) * publishedPollutants.length);
  return hour === at && publishedPollutants[turn] === code;
}

/** A station is offline for up to six hours about once a week. */
function isOffline(seed: number, hour: number): boolean {
  const block = Math.floor(hour / (6 * HOUR_MS));
  if (randomUnit(seed + 4, block) >= 0.035) return false;
  return (hour / HOUR_MS) % 6 >= Math.floor(randomUnit(seed + 5, block) * 6);
}

/** Every few days half of the stations of a city lose their connection for three hours. */
function isCityOffline(seed: number, hour: number, place: number): boolean {
  if (place % 2 === 0) return false;
  const day = Math.floor(hour / DAY_MS);
  const outage = deriveSeed(seed, 'outage');
  const begin = day * DAY_MS + Math.floor(randomUnit(outage, day) * 22) * HOUR_MS;
  return randomUnit(outage + 1, day) < 0.3 && hour >= begin && hour < begin + 3 * HOUR_MS;
}

/** A third of the hours of an offline station are published later. */
function isRecovered(seed: number, hour: number): boolean {
  return randomUnit(seed + 6, Math.floor(hour / (6 * HOUR_MS))) < 1 / 3;
}
