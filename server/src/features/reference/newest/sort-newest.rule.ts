import type { Language } from '@limpid/contract/language';
import { mapPollutants } from '@limpid/contract/map/site-update';
import type { ComparedMeasure, NewestHour, NewestHourSort } from '@limpid/contract/reference/newest-hours';
import { isPublicationStale } from '@limpid/contract/site/online';

/** Whether a part of the name, the code, the city or the province of a station is the text. */
export function matchesStation(
  { stationName, stationCode, city, province }: Omit<NewestHour, 'nearest'>,
  text: string,
): boolean {
  const wanted = fold(text);
  return [stationName, stationCode, city, province].some(
    (part) => part !== null && fold(part).includes(wanted),
  );
}

const fold = (text: string) => text.normalize('NFKC').trim().toLowerCase();

/** The published index or amount of a station. */
export function readPublished(
  { aqi, values }: Pick<NewestHour, 'aqi' | 'values'>,
  measure: ComparedMeasure,
): number | null {
  return measure === 'aqi' ? aqi : (values[mapPollutants.indexOf(measure)] ?? null);
}

export interface NewestOrder {
  by: NewestHourSort;
  desc: boolean;
  /** Stations that precede others, of those with a current value. */
  isFirst?: (station: Pick<NewestHour, 'longitude' | 'latitude'>) => boolean;
}

/** Columns that describe the station, or the age of its hour, and not what it published. */
const timeless = new Set<NewestHourSort>(['stationName', 'city', 'releasedAt', 'km']);

/**
 * Sorts by a column. Values that are too old follow current ones, and stations without a value come last, in both
 * directions; equal ones are in the order of their codes.
 */
export function sortNewest<H extends NewestHour>(
  hours: readonly H[],
  { by, desc, isFirst = () => true }: NewestOrder,
  language: Language,
  now: number,
): H[] {
  const collator = new Intl.Collator(language, { numeric: true });
  const rank = (hour: H, key: number | string | null) => {
    if (key === null) return 3;
    if (!timeless.has(by) && isPublicationStale(hour.releasedAt, now)) return 2;
    return isFirst(hour) ? 0 : 1;
  };
  const keyed = hours.map((hour) => {
    const key = readKey(hour, by);
    return { hour, key, rank: rank(hour, key) };
  });
  keyed.sort((one, other) => {
    if (one.rank !== other.rank) return one.rank - other.rank;
    if (one.key === null || other.key === null) return compareCodes(one.hour, other.hour);
    const order =
      typeof one.key === 'number' && typeof other.key === 'number'
        ? one.key - other.key
        : collator.compare(String(one.key), String(other.key));
    return (desc ? -order : order) || compareCodes(one.hour, other.hour);
  });
  return keyed.map(({ hour }) => hour);
}

function compareCodes(one: NewestHour, other: NewestHour): number {
  return one.stationCode < other.stationCode ? -1 : 1;
}

function readKey(hour: NewestHour, by: NewestHourSort): number | string | null {
  switch (by) {
    case 'stationName':
    case 'city':
    case 'releasedAt':
      return hour[by];
    case 'km':
      return hour.nearest?.km ?? null;
    case 'own':
      return hour.nearest?.value ?? null;
    case 'difference':
      return hour.nearest?.difference ?? null;
    default:
      return readPublished(hour, by);
  }
}
