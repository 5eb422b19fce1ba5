import type { Feature, FeatureCollection } from 'geojson';
import GeoJSONVT from 'geojson-vt';
import vtPbf from 'vt-pbf';
import { type BasemapPlace, toMercator } from './places.ts';

export interface Tile {
  z: number;
  x: number;
  y: number;
  data: Uint8Array;
}

interface PointFeature {
  type: 1;
  geometry: [number, number][];
  tags: Record<string, string | number>;
}

const extent = 4096;
/** Built-up areas are drawn from this zoom on. Smaller towns would be grey dots without a name. */
const [urbanFrom, leastUrban] = [5, 20_000];

export function* cutTiles(
  shapes: Record<string, Feature[]>,
  places: readonly BasemapPlace[],
  maxZoom: number,
): Generator<Tile> {
  const layers = Object.entries(shapes).map(([name, features]) => {
    const collection: FeatureCollection = { type: 'FeatureCollection', features };
    const options = { maxZoom, indexMaxZoom: maxZoom, indexMaxPoints: 0, tolerance: 3, buffer: 96, extent };
    return { name, index: new GeoJSONVT(collection, options) };
  });
  for (let z = 0; z <= maxZoom; z += 1) {
    const names = sortIntoTiles(places, z, (place) => readNameTags(place, z, maxZoom));
    const urban = sortIntoTiles(places, z, (place) => readUrbanTags(place, z));
    for (let x = 0; x < 2 ** z; x += 1) {
      for (let y = 0; y < 2 ** z; y += 1) {
        const content: Record<string, { features: readonly unknown[] }> = {};
        for (const { name, index } of layers) {
          const tile = index.getTile(z, x, y);
          if (tile && tile.features.length > 0) content[name] = tile;
        }
        const key = x * 2 ** z + y;
        for (const [name, points] of [
          ['urban', urban.get(key)],
          ['place', names.get(key)],
        ] as const)
          if (points) content[name] = { features: points };
        if (Object.keys(content).length === 0) continue;
        yield { z, x, y, data: vtPbf.fromGeojsonVt(content, { version: 2 }) };
      }
    }
  }
}

type Tags = PointFeature['tags'];

/** The places that have tags at this zoom, by the number of their tile. */
function sortIntoTiles(
  places: readonly BasemapPlace[],
  z: number,
  readTags: (place: BasemapPlace) => Tags | undefined,
): Map<number, PointFeature[]> {
  const tiles = new Map<number, PointFeature[]>();
  const size = 2 ** z;
  for (const place of places) {
    const tags = readTags(place);
    if (!tags) continue;
    const [x, y] = toMercator(place.point).map((part) => Math.min(part * size, size - 1e-9)) as [
      number,
      number,
    ];
    const key = Math.floor(x) * size + Math.floor(y);
    const point: PointFeature = { type: 1, geometry: [[toGrid(x), toGrid(y)]], tags };
    const tile = tiles.get(key);
    if (tile) tile.push(point);
    else tiles.set(key, [point]);
  }
  return tiles;
}

const toGrid = (part: number) => Math.floor((part - Math.floor(part)) * extent);

function readNameTags(place: BasemapPlace, z: number, maxZoom: number): Tags | undefined {
  const { name, zh, fr, rank, zoom, isDistrict } = place;
  // The tiles of the last zoom serve all higher zooms.
  if (zoom > z + 1 && z !== maxZoom) return undefined;
  return {
    name,
    ...(zh !== undefined && { zh }),
    ...(fr !== undefined && { fr }),
    rank,
    zoom,
    ...(isDistrict && { district: 1 }),
  };
}

/** Kilometres for the square root of a thousand inhabitants: the built-up radius of dense cities. */
const kmPerRoot = 0.16;
const equatorKm = 40_075;
/** The radius is in pixels of a world of this width, that of zoom 12. */
const worldWidth = 512 * 2 ** 12;

function readUrbanTags({ point: [, latitude], population, isDistrict }: BasemapPlace, z: number) {
  if (z < urbanFrom || isDistrict || population < leastUrban * 4 ** Math.max(0, 7 - z)) return undefined;
  const km = kmPerRoot * Math.sqrt(population / 1000);
  const stretched = km / Math.max(0.1, Math.cos((latitude * Math.PI) / 180));
  return { radius: Math.round((stretched / equatorKm) * worldWidth) };
}
