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
/** From this zoom on, places without a visible name are included as dots. */
const dotsFrom = 5;

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
    const points = sortIntoTiles(places, z, maxZoom);
    for (let x = 0; x < 2 ** z; x += 1) {
      for (let y = 0; y < 2 ** z; y += 1) {
        const content: Record<string, { features: readonly unknown[] }> = {};
        for (const { name, index } of layers) {
          const tile = index.getTile(z, x, y);
          if (tile && tile.features.length > 0) content[name] = tile;
        }
        const here = points.get(x * 2 ** z + y);
        if (here) content['place'] = { features: here };
        if (Object.keys(content).length === 0) continue;
        yield { z, x, y, data: vtPbf.fromGeojsonVt(content, { version: 2 }) };
      }
    }
  }
}

function sortIntoTiles(
  places: readonly BasemapPlace[],
  z: number,
  maxZoom: number,
): Map<number, PointFeature[]> {
  const tiles = new Map<number, PointFeature[]>();
  const size = 2 ** z;
  for (const place of places) {
    // The tiles of the last zoom serve all higher zooms.
    const isNamed = place.zoom <= z + 1 || z === maxZoom;
    if (!isNamed && (z < dotsFrom || place.zoom > z + 5)) continue;
    const [x, y] = toMercator(place.point).map((part) => Math.min(part * size, size - 1e-9)) as [
      number,
      number,
    ];
    const key = Math.floor(x) * size + Math.floor(y);
    const geometry: [number, number][] = [[toGrid(x), toGrid(y)]];
    const point: PointFeature = { type: 1, geometry, tags: isNamed ? nameTags(place) : {} };
    const tile = tiles.get(key);
    if (tile) tile.push(point);
    else tiles.set(key, [point]);
  }
  return tiles;
}

const toGrid = (part: number) => Math.floor((part - Math.floor(part)) * extent);

function nameTags({ name, zh, fr, rank, zoom }: BasemapPlace): PointFeature['tags'] {
  return { name, ...(zh !== undefined && { zh }), ...(fr !== undefined && { fr }), rank, zoom };
}
