import { expect, it } from 'vitest';
import type { NationalCity } from './national-places.ts';
import { rankCities, selectCities } from './rank-cities.ts';

function city(id: number, name: string, aqi: number | null, pm10: number | null): NationalCity {
  const values = [null, pm10, null, null, null, null];
  const facts = {
    position: undefined,
    state: 'given' as const,
    primary: 0,
    missing: 0,
    valid: [],
    stations: id,
  };
  return { id, key: name, name, province: name === 'Lyon' ? 'Rhône' : '', aqi, values, ...facts };
}

const cities = [
  city(1, 'Paris', 40, 80),
  city(2, 'Lyon', null, 10),
  city(3, 'Nice', 70, null),
  city(4, 'Brest', 70, 80),
];
const names = (list: readonly NationalCity[]) => list.map(({ name }) => name);

it('ranks the highest first, equal values alike, and those without a value last', () => {
  const ranked = rankCities(cities, 'index');
  expect(ranked.map(({ name, rank }) => [name, rank])).toEqual([
    ['Nice', 1],
    ['Brest', 1],
    ['Paris', 3],
    ['Lyon', null],
  ]);
  expect(rankCities(cities, 'PM10').map(({ rank }) => rank)).toEqual([1, 1, 3, null]);
});

it('searches names and provinces, and sorts by any column with missing values at the end', () => {
  const ranked = rankCities(cities, 'index');
  const select = (search: string, by: string, desc = false) =>
    names(selectCities(ranked, search, { by, desc }, 'en'));
  expect(select('', 'name')).toEqual(['Brest', 'Lyon', 'Nice', 'Paris']);
  expect(select(' RHÔ', 'rank')).toEqual(['Lyon']);
  expect(select('', 'aqi')).toEqual(['Paris', 'Nice', 'Brest', 'Lyon']);
  expect(select('', 'PM10', true)).toEqual(['Brest', 'Paris', 'Lyon', 'Nice']);
  expect(select('', 'stations', true)).toEqual(['Brest', 'Nice', 'Lyon', 'Paris']);
});
