import type { Language } from '@limpid/contract/language';
import { readTileKind } from '@limpid/contract/map/tile-address';
import { listTileLayers, type TileProvider } from '@limpid/contract/map/tile-providers';
import type { Map as MapLibre } from 'maplibre-gl';
import { PMTiles } from 'pmtiles';
import { type FetchTile, tileTimeoutMs } from '../fetch-tile.ts';
import { TileError } from '../tile-trouble.ts';
import type { Layer } from './base-layers.ts';
import type { MapColors } from './colors.ts';
import { pmtilesFiles } from './pmtiles-files.ts';
import { registerTiles } from './tile-protocol.ts';

type Source = ReturnType<MapLibre['getStyle']>['sources'][string];

/** The tiles that the operator has configured, and their layers. */
export interface OperatorTiles {
  /** By name; all names start with `tiles`. */
  sources: Record<string, Source>;
  /** Raster tiles hide the embedded map with its names; vector tiles are drawn above it with their own names. */
  hidesBasemap: boolean;
  buildLayers(colors: MapColors, language: Language): Layer[];
  /** Calls back for each tile; undefined where only the map engine knows. */
  listen: ((onTile: (error: TileError | undefined) => void) => void) | undefined;
  /** To be called when the tiles are shown no more. */
  release: () => void;
}

const vectorTiles = 1;
const pictures =
  (sources: readonly string[]): OperatorTiles['buildLayers'] =>
  () =>
    sources.map((id) => ({ id, type: 'raster', source: id, paint: { 'raster-fade-duration': 0 } }));

/**
 * Detects the type of the tiles. Rejects for a file or description that is unreadable or does not come in time; a URL template is
 * tested by drawing it.
 */
export async function openOperatorTiles(
  provider: TileProvider,
  fetchTile: FetchTile,
): Promise<OperatorTiles> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TileError('silent')), tileTimeoutMs);
  });
  try {
    return await Promise.race([detectTiles(provider, fetchTile), deadline]);
  } finally {
    clearTimeout(timer);
  }
}

async function detectTiles(provider: TileProvider, fetchTile: FetchTile): Promise<OperatorTiles> {
  const urls = listTileLayers(provider)[0] ?? [];
  const [url = ''] = urls;
  const kind = readTileKind(url);
  if (kind === 'pmtiles') return openFile(absolute(url));
  if (kind !== 'tilejson') return openPictures(provider, fetchTile);
  const [address, ...others] = urls.map((one) => absolute(one));
  return openVectorTiles(address ?? '', others, fetchTile);
}

function openPictures(provider: TileProvider, fetchTile: FetchTile): OperatorTiles {
  const { minZoom: minzoom, maxZoom: maxzoom, crs } = provider;
  let onTile: (error: TileError | undefined) => void = () => undefined;
  const layers = listTileLayers(provider).map((urls, at) => {
    const { template, release } = registerTiles({
      urls: urls.map((url) => absolute(url)),
      isShifted: crs === 'GCJ-02',
      mayBeEmpty: false,
      fetchTile,
      // Missing names are no reason to say that the map is missing.
      onTile: (error) => at === 0 && onTile(error),
    });
    const source: Source = { type: 'raster', tiles: [template], tileSize: 256, minzoom, maxzoom };
    return { id: at === 0 ? 'tiles' : `tiles-${at}`, source, release };
  });
  return {
    sources: Object.fromEntries(layers.map(({ id, source }) => [id, source])),
    hidesBasemap: true,
    buildLayers: pictures(layers.map(({ id }) => id)),
    listen: (listener) => {
      onTile = listener;
    },
    release() {
      for (const { release } of layers) release();
    },
  };
}

/** A file is kept by its address: another map may show it, and opening it again replaces it. */
const keepFile = () => undefined;

async function openFile(address: string): Promise<OperatorTiles> {
  const file = new PMTiles(address);
  const { tileType } = await file.getHeader();
  pmtilesFiles.add(file);
  const url = `pmtiles://${address}`;
  if (tileType !== vectorTiles)
    return {
      sources: { tiles: { type: 'raster', url, tileSize: 256 } },
      hidesBasemap: true,
      buildLayers: pictures(['tiles']),
      listen: undefined,
      release: keepFile,
    };
  return drawVectorTiles({ type: 'vector', url }, await file.getMetadata(), {
    listen: undefined,
    release: keepFile,
  });
}

/** Vector tiles of a server, described by TileJSON. The other addresses name further hosts of the tiles for the page's policy. */
async function openVectorTiles(
  address: string,
  others: readonly string[],
  fetchTile: FetchTile,
): Promise<OperatorTiles> {
  const description = readTileJson(await fetchTile(address, AbortSignal.any([])));
  let onTile: (error: TileError | undefined) => void = () => undefined;
  const urls = description.tiles.map((tile) => absolute(tile, address));
  const named = [location.href, address, ...others].map((one) => new URL(one).origin);
  const unnamed = urls.map((url) => new URL(url).origin).find((origin) => !named.includes(origin));
  const { template, release } = registerTiles({
    urls,
    isShifted: false,
    mayBeEmpty: true,
    fetchTile,
    onTile: (error) =>
      onTile(error?.reason === 'blocked' && unnamed ? new TileError('elsewhere', 0, unnamed) : error),
  });
  const { minzoom, maxzoom } = description;
  const listen: OperatorTiles['listen'] = (listener) => {
    onTile = listener;
  };
  return drawVectorTiles({ type: 'vector', tiles: [template], minzoom, maxzoom }, description.facts, {
    listen,
    release,
  });
}

function drawVectorTiles(
  source: Source,
  facts: unknown,
  rest: Pick<OperatorTiles, 'listen' | 'release'>,
): OperatorTiles {
  const names = readLayerNames(facts);
  return {
    sources: { tiles: source },
    hidesBasemap: false,
    buildLayers: (colors, language) => names.flatMap((name) => drawLayer(name, colors, language)),
    ...rest,
  };
}

function readTileJson(bytes: ArrayBuffer) {
  try {
    const facts = JSON.parse(new TextDecoder().decode(bytes));
    const tiles: unknown[] = Array.isArray(facts.tiles) ? facts.tiles : [];
    const zoom = (value: unknown, other: number) => (typeof value === 'number' ? value : other);
    return {
      facts,
      tiles: tiles.filter((tile) => typeof tile === 'string'),
      minzoom: zoom(facts.minzoom, 0),
      maxzoom: zoom(facts.maxzoom, 14),
    };
  } catch {
    throw new TileError('unknown');
  }
}

/** Workers cannot resolve relative URLs; the braces of a template are kept. */
function absolute(url: string, base = location.href): string {
  return new URL(url, base).href.replaceAll('%7B', '{').replaceAll('%7D', '}');
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
