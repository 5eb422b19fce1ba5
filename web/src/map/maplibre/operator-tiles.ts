import type { Language } from '@limpid/contract/language';
import type { Map as MapLibre } from 'maplibre-gl';
import { PMTiles } from 'pmtiles';
import { isPmtiles, type TileSettings } from '../map-settings.ts';
import type { Layer } from './base-layers.ts';
import type { MapColors } from './colors.ts';

type Source = ReturnType<MapLibre['getStyle']>['sources'][string];

/** The tiles that the operator has configured, and their layers. */
export interface OperatorTiles {
  source: Source;
  /** Raster tiles hide the embedded map with its names; vector tiles are drawn above it with their own names. */
  hidesBasemap: boolean;
  buildLayers(colors: MapColors, language: Language): Layer[];
}

const vectorTiles = 1;
const pictures: OperatorTiles['buildLayers'] = () => [
  { id: 'tiles', type: 'raster', source: 'tiles', paint: { 'raster-fade-duration': 0 } },
];

/** Detects the type of the tiles. Rejects for an unreadable file; a URL template is tested by drawing it. */
export async function openOperatorTiles({ urls }: TileSettings): Promise<OperatorTiles> {
  const [url = ''] = urls;
  if (!isPmtiles(url)) {
    return {
      source: { type: 'raster', tiles: urls.map(absolute), tileSize: 256, maxzoom: 19 },
      hidesBasemap: true,
      buildLayers: pictures,
    };
  }
  const file = new PMTiles(absolute(url));
  const { tileType } = await file.getHeader();
  const address = `pmtiles://${absolute(url)}`;
  if (tileType !== vectorTiles)
    return {
      source: { type: 'raster', url: address, tileSize: 256 },
      hidesBasemap: true,
      buildLayers: pictures,
    };
  const names = readLayerNames(await file.getMetadata());
  return {
    source: { type: 'vector', url: address },
    hidesBasemap: false,
    buildLayers: (colors, language) => names.flatMap((name) => drawLayer(name, colors, language)),
  };
}

/** Workers cannot resolve relative URLs; the braces of a template are kept. */
function absolute(url: string): string {
  return new URL(url, location.href).href.replaceAll('%7B', '{').replaceAll('%7D', '}');
}

function readLayerNames(metadata: unknown): string[] {
  const layers =
    metadata && typeof metadata === 'object' && 'vector_layers' in metadata ? metadata.vector_layers : [];
  const list: unknown[] = Array.isArray(layers) ? layers : [];
  const names = list.map((layer) =>
    layer && typeof layer === 'object' && 'id' in layer ? String(layer.id) : '',
  );
  return names.filter(Boolean).sort((a, b) => orderOf(a) - orderOf(b));
}

/** Layers of street maps by the usual names of providers, from bottom to top. Borders are left out. */
const kinds: [words: RegExp, draw: (colors: MapColors) => object][] = [
  [/earth|^land$/, ({ land }) => ({ type: 'fill', paint: { 'fill-color': land } })],
  [/landuse|landcover|natural|park|green/, ({ green }) => ({ type: 'fill', paint: { 'fill-color': green } })],
  [/waterway|river/, ({ river }) => ({ type: 'line', paint: { 'line-color': river, 'line-width': 1.2 } })],
  [/^water$|ocean|lake/, ({ water }) => ({ type: 'fill', paint: { 'fill-color': water } })],
  [/building/, ({ building }) => ({ type: 'fill', minzoom: 13, paint: { 'fill-color': building } })],
  [
    /road|transport|street|highway|transit/,
    ({ road }) => ({
      type: 'line',
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: {
        'line-color': road,
        'line-width': ['interpolate', ['exponential', 1.5], ['zoom'], 6, 0.6, 12, 1.6, 16, 7],
      },
    }),
  ],
];
const isNames = (name: string) => /^places?$/.test(name);

function orderOf(name: string): number {
  const at = kinds.findIndex(([words]) => words.test(name));
  return at < 0 ? kinds.length : at;
}

function drawLayer(name: string, colors: MapColors, language: Language): Layer[] {
  const shared = { id: `tiles-${name}`, source: 'tiles', 'source-layer': name };
  const draw = kinds[orderOf(name)]?.[1];
  // As in base-layers.ts, the compiler cannot check the combined parts.
  if (draw) return [{ ...shared, ...draw(colors) } as Layer];
  if (!isNames(name)) return [];
  const text = ['coalesce', ['get', `name:${language}`], ['get', 'name']];
  return [
    {
      ...shared,
      type: 'symbol',
      layout: { 'text-field': text, 'text-size': 13, 'text-padding': 8 },
      paint: { 'text-color': colors.cityInk, 'text-halo-color': colors.halo, 'text-halo-width': 1.4 },
    } as Layer,
  ];
}
