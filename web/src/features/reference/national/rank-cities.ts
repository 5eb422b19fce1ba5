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

/** The cities whose name or province contains a text, sorted; cities without the sorted value stay at the end. */
export function selectCities(
  ranked: readonly RankedCity[],
  search: string,
  { by, desc }: Sort,
  language: string,
): RankedCity[] {
  const text = search.trim().toLowerCase();
  const found = ranked.filter(({ name, province }) => `${name} ${province}`.toLowerCase().includes(text));
  if (by === 'name' || by === 'province') {
    const { compare } = new Intl.Collator(language);
    return found.toSorted((one, other) => compare(one[by], other[by]) * (desc ? -1 : 1));
  }
  const read = (city: RankedCity): number | null => {
    if (by === 'rank' || by === 'aqi' || by === 'stations') return city[by];
    return city.values[mapPollutants.findIndex((pollutant) => pollutant === by)] ?? null;
  };
  return found.toSorted((one, other) => {
    const [first, second] = [read(one), read(other)];
    if (first === null || second === null) return Number(first === null) - Number(second === null);
    return (first - second) * (desc ? -1 : 1);
  });
}
