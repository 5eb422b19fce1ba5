import { expect, it } from 'vitest';
import { findPlaces } from '../../../map/find-places.ts';
import { type CityName, namePlaces } from './name-places.ts';

const cities: CityName[] = [
  [116.4, 39.9, 'Beijing', '北京', 'Pékin'],
  [4.83, 45.76, 'Lyon', '里昂', 'Lyon'],
  [5.72, 45.19, 'Grenoble', '格勒诺布尔', 'Grenoble'],
];

it('names places after the nearest city in the language of the reader', () => {
  const places = findPlaces(
    [
      [116.5, 39.8],
      [116.4, 39.9],
      [4.9, 45.8],
    ],
    5,
  );
  expect(namePlaces(places, cities, 'fr').map(({ name, count }) => [name, count])).toEqual([
    ['Pékin', 2],
    ['Lyon', 1],
  ]);
  expect(namePlaces(places, cities, 'zh')[0]?.name).toBe('北京');
});

it('prefers a city to a nearer district of it', () => {
  const [place] = findPlaces([[116.45, 39.92]], 1);
  const district: CityName = [116.45, 39.92, 'Chaoyang', '朝阳', 'Chaoyang'];
  expect(namePlaces(place ? [place] : [], [...cities, district], 'en')[0]?.name).toBe('Beijing');
});

it('uses each name once, and coordinates far from cities', () => {
  const places = [
    { center: [4.83, 45.76], bounds: [4, 45, 5, 46], count: 3 },
    { center: [4.95, 45.7], bounds: [4, 45, 5, 46], count: 2 },
    { center: [-150.25, -30.5], bounds: [-151, -31, -150, -30], count: 1 },
  ] as const;
  expect(namePlaces(places, cities.slice(0, 2), 'en').map(({ name }) => name)).toEqual([
    'Lyon',
    '45.7° N, 5.0° E',
    '30.5° S, 150.3° W',
  ]);
});
