import i18next, { type TFunction } from 'i18next';
import { beforeAll, expect, it } from 'vitest';
import en from '../../../../../i18n/en/map.json' with { type: 'json' };
import fr from '../../../../../i18n/fr/map.json' with { type: 'json' };
import zh from '../../../../../i18n/zh/map.json' with { type: 'json' };
import { findPlaces } from '../../../map/find-places.ts';
import { type CityName, namePlaces } from './name-places.ts';

const cities: CityName[] = [
  [116.4, 39.9, 'Beijing', '北京', 'Pékin'],
  [4.83, 45.76, 'Lyon', '里昂', 'Lyon'],
  [5.72, 45.19, 'Grenoble', '格勒诺布尔', 'Grenoble'],
];

let t: Record<'en' | 'fr' | 'zh', TFunction>;
beforeAll(async () => {
  const resources = Object.fromEntries(
    Object.entries({ en, fr, zh }).map(([name, map]) => [name, { translation: { map } }]),
  );
  // As app/i18n.ts: React escapes what it shows.
  await i18next.init({ lng: 'en', resources, interpolation: { escapeValue: false } });
  t = { en: i18next.getFixedT('en'), fr: i18next.getFixedT('fr'), zh: i18next.getFixedT('zh') };
});

it('names places after the nearest city in the language of the reader', () => {
  const places = findPlaces(
    [
      [116.5, 39.8],
      [116.4, 39.9],
      [4.9, 45.8],
    ],
    5,
  );
  expect(namePlaces(places, cities, 'fr', t.fr).map(({ name, count }) => [name, count])).toEqual([
    ['Pékin', 2],
    ['Lyon', 1],
  ]);
  expect(namePlaces(places, cities, 'zh', t.zh)[0]?.name).toBe('北京');
});

it('prefers a city to a nearer district of it', () => {
  const [place] = findPlaces([[116.45, 39.92]], 1);
  const district: CityName = [116.45, 39.92, 'Chaoyang', '朝阳', 'Chaoyang'];
  expect(namePlaces(place ? [place] : [], [...cities, district], 'en', t.en)[0]?.name).toBe('Beijing');
});

it('uses each name once, and coordinates far from cities', () => {
  const places = [
    { center: [4.83, 45.76], bounds: [4, 45, 5, 46], count: 3, members: [] },
    { center: [4.95, 45.7], bounds: [4, 45, 5, 46], count: 2, members: [] },
    { center: [-150.26, -30.5], bounds: [-151, -31, -150, -30], count: 1, members: [] },
  ] as const;
  expect(namePlaces(places, cities.slice(0, 2), 'en', t.en).map(({ name }) => name)).toEqual([
    'Lyon',
    '45.7° N, 5.0° E',
    '30.5° S, 150.3° W',
  ]);
});

it.each([
  ['en', ['Suzhou (31.3° N, 120.6° E)', 'Suzhou (33.6° N, 117.0° E)', 'Beijing']],
  ['fr', ['Suzhou (31,3° N, 120,6° E)', 'Suzhou (33,6° N, 117,0° E)', 'Pékin']],
  ['zh', ['苏州', '宿州', '北京']],
] as const)('tells cities of one name apart: %s', (language, names) => {
  const suzhou: CityName[] = [
    [120.6, 31.3, 'Suzhou', '苏州', 'Suzhou'],
    [116.98, 33.64, 'Suzhou', '宿州', 'Suzhou'],
  ];
  const places = findPlaces(
    [
      [120.6, 31.3],
      [120.6, 31.3],
      [120.6, 31.3],
      [116.98, 33.64],
      [116.98, 33.64],
      [116.4, 39.9],
    ],
    5,
  );
  const named = namePlaces(places, [...suzhou, ...cities], language, t[language]);
  expect(named.map(({ name }) => name)).toEqual(names);
});

it.each([
  ['en', ['45.7° N, 150.3° W', '30.5° S, 5.0° E']],
  ['fr', ['45,7° N, 150,3° O', '30,5° S, 5,0° E']],
  ['zh', ['北纬 45.7°，西经 150.3°', '南纬 30.5°，东经 5.0°']],
] as const)('writes coordinates as readers do: %s', (language, names) => {
  const places = [
    { center: [-150.26, 45.7], bounds: [-151, 45, -150, 46], count: 2, members: [] },
    { center: [4.98, -30.5], bounds: [4, -31, 5, -30], count: 1, members: [] },
  ] as const;
  expect(namePlaces(places, [], language, t[language]).map(({ name }) => name)).toEqual(names);
});
