import { addProtocol } from 'maplibre-gl';
import type { FetchTile } from '../fetch-tile.ts';
import { TileError } from '../tile-trouble.ts';
import { makeShiftedTiles } from './shifted-tiles.ts';

interface TileLayer {
  /** Templates with {z}, {x} and {y}, one for each host. */
  urls: readonly string[];
  /** Pictures in GCJ-02. */
  isShifted: boolean;
  /** Vector tiles without anything in them are empty; pictures never are. */
  mayBeEmpty: boolean;
  fetchTile: FetchTile;
  /** Called for each tile, with the reason if it cannot be shown. */
  onTile: (error: TileError | undefined) => void;
}

type LoadTile = (z: number, x: number, y: number, signal: AbortSignal) => Promise<ArrayBuffer | ImageBitmap>;

export interface RegisteredTiles {
  /** The address for the map engine. */
  template: string;
  /** Frees what is kept for the layer; its address has no tiles from then on. */
  release: () => void;
}

const scheme = 'limpid';
const loaders = new Map<number, LoadTile>();
let lastLayer = 0;

/** Gives the map engine an address for a layer whose tiles are fetched, judged and shifted here. */
export function registerTiles({
  urls,
  isShifted,
  mayBeEmpty,
  fetchTile,
  onTile,
}: TileLayer): RegisteredTiles {
  const addressOf = (z: number, x: number, y: number) =>
    (urls[(x + y) % urls.length] ?? '')
      .replace('{z}', String(z))
      .replace('{x}', String(x))
      .replace('{y}', String(y));
  const load: LoadTile = isShifted
    ? makeShiftedTiles((z, x, y, signal) => fetchTile(addressOf(z, x, y), signal))
    : (z, x, y, signal) => fetchTile(addressOf(z, x, y), signal);
  const layer = ++lastLayer;
  loaders.set(layer, async (z, x, y, signal) => {
    try {
      const tile = await load(z, x, y, signal);
      const isEmpty = 'byteLength' in tile && tile.byteLength === 0;
      onTile(isEmpty && !mayBeEmpty ? new TileError('empty') : undefined);
      return tile;
    } catch (error) {
      if (error instanceof TileError) onTile(error);
      throw error;
    }
  });
  return { template: `${scheme}://${layer}/{z}/{x}/{y}`, release: () => loaders.delete(layer) };
}

addProtocol(scheme, async ({ url }, { signal }) => {
  const [layer = 0, z = 0, x = 0, y = 0] = url.slice(`${scheme}://`.length).split('/').map(Number);
  const load = loaders.get(layer);
  if (!load) throw new TileError('missing', 404);
  return { data: await load(z, x, y, signal) };
});
