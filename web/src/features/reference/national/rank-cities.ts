import { rankDescending } from '@limpid/aqi/statistics/rank';
import { mapPollutants } from '@limpid/contract/map/site-update';
import type { Sort } from '../../../resource/list-query.ts';
import { type NationalCity, type NationalMeasure, readMeasure } from './national-places.ts';

export interface RankedCity extends NationalCity {
  value: number | null;
  rank: number | null;
}

/** The cities in the order of a measure, the highest first; those without a value come last. */
export function rankCities(cities: readonly NationalCity[], measure: NationalMeasure): RankedCity[] {
  const values = cities.map((city) => readMeasure(city, measure));
  const ranks = rankDescending(values);
  return cities
    .map((city, at) => ({ ...city, value: values[at] ?? null, rank: ranks[at] ?? null }))
    .toSorted((one, other) => (one.rank ?? Infinity) - (other.rank ?? Infinity) || one.id - other.id);
}

/** The cities whose name or province contains a text, sorted. */
export function selectCities(
  ranked: readonly RankedCity[],
  search: string,
  sort: Sort,
  language: string,
): RankedCity[] {
  const text = search.trim().toLowerCase();
  const found = ranked.filter(({ name, province }) => `${name} ${province}`.toLowerCase().includes(text));
  return sortPlaces(found, sort, language, {
    rank: ({ rank }) => rank,
    province: ({ province }) => province,
    stations: ({ stations }) => stations,
  });
}

/** Sorts by name, index, pollutant or one of the further columns; places without the value stay at the end. */
export function sortPlaces<P extends Pick<NationalCity, 'name' | 'aqi' | 'values'>>(
  places: readonly P[],
  { by, desc }: Sort,
  language: string,
  further: Readonly<Record<string, (place: P) => string | number | null>> = {},
): P[] {
  const pollutant = mapPollutants.findIndex((one) => one === by);
  const columns: typeof further = { name: ({ name }) => name, aqi: ({ aqi }) => aqi, ...further };
  const read = columns[by] ?? (({ values }) => values[pollutant] ?? null);
  const { compare } = new Intl.Collator(language);
  return places.toSorted((one, other) => {
    const [first, second] = [read(one), read(other)];
    if (first === null || second === null) return Number(first === null) - Number(second === null);
    const order = typeof first === 'number' ? first - Number(second) : compare(String(first), String(second));
    return order * (desc ? -1 : 1);
  });
}
