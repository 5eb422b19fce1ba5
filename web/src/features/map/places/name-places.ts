import type { Language } from '@limpid/contract/language';
import type { TFunction } from 'i18next';
import { formatDecimal } from '../../../lib/format.ts';
import { distanceKm } from '../../../map/distance.ts';
import type { SitePlace } from '../../../map/find-places.ts';
import type { LngLat } from '../../../map/map.ts';

/** Longitude, latitude, and the name in English, Chinese and French, as the build of the basemap writes them. */
export type CityName = readonly [longitude: number, latitude: number, en: string, zh: string, fr: string];

/** Of several cities in a place the most important names it, not a district of it. */
const withinKm = 35;
/** A place farther from every known city is named by its coordinates. */
const nearKm = 60;
const names = { en: 2, zh: 3, fr: 4 } as const satisfies Record<Language, number>;

export interface NamedPlace extends SitePlace {
  name: string;
}

/**
 * Names places after their city; cities are given by importance, and of two places near one city the larger has its name.
 * Cities that are called alike are told apart by their coordinates.
 */
export function namePlaces(
  places: readonly SitePlace[],
  cities: readonly CityName[],
  language: Language,
  t: TFunction,
): NamedPlace[] {
  const used = new Set<CityName>();
  const named = places.map((place) => {
    const free = cities.filter((one) => !used.has(one));
    const city =
      free.find(([longitude, latitude]) => distanceKm(place.center, [longitude, latitude]) <= withinKm) ??
      findNearest(place.center, free);
    if (city) used.add(city);
    return { place, name: city?.[names[language]] };
  });
  const alike = Map.groupBy(named, ({ name }) => name);
  return named.map(({ place, name }) => {
    if (name !== undefined && alike.get(name)?.length === 1) return { ...place, name };
    const point = describePoint(place.center, language, t);
    return { ...place, name: name === undefined ? point : t('map.places.nameAt', { name, point }) };
  });
}

function findNearest(center: LngLat, cities: readonly CityName[]): CityName | undefined {
  let [nearest, least]: [CityName | undefined, number] = [undefined, nearKm];
  for (const city of cities) {
    const distance = distanceKm(center, [city[0], city[1]]);
    if (distance < least) [nearest, least] = [city, distance];
  }
  return nearest;
}

function describePoint([longitude, latitude]: LngLat, language: Language, t: TFunction): string {
  const write = (degrees: number) => ({ degrees: formatDecimal(Math.abs(degrees), 1, language) });
  return t('map.places.point', {
    latitude: t(latitude < 0 ? 'map.places.south' : 'map.places.north', write(latitude)),
    longitude: t(longitude < 0 ? 'map.places.west' : 'map.places.east', write(longitude)),
  });
}
