import type { BasemapPlace } from './places.ts';
import { writePmtiles } from './pmtiles-file.ts';
import { readShapes } from './shapes.ts';
import { cutTiles } from './tiles.ts';
import { readWaters } from './waters.ts';

const about = {
  name: 'Limpid basemap',
  attribution: 'Natural Earth · GeoNames (CC BY 4.0)',
  vector_layers: ['land', 'lake', 'river', 'border', 'country', 'urban', 'place'].map((id) => ({
    id,
    fields: {},
  })),
};

/** Builds the basemap of the whole world as one file of vector tiles, only from packages of the lockfile. */
export function buildBasemap(places: readonly BasemapPlace[], maxZoom: number): Uint8Array {
  const { country, ...shapes } = readShapes();
  const layers = { ...shapes, ...readWaters(), country };
  return writePmtiles(cutTiles(layers, places, maxZoom), maxZoom, about);
}
