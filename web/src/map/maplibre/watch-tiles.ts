import type { Map as MapLibre } from 'maplibre-gl';
import { tileTimeoutMs } from '../fetch-tile.ts';
import type { Listeners } from '../listeners.ts';
import { describeTrouble, TileError } from '../tile-trouble.ts';
import type { OperatorTiles } from './operator-tiles.ts';

/** Maps have gaps: so many missing tiles, and no other, mean that the address is wrong. */
const manyMissing = 6;

/** Reports once that the embedded map cannot be read. */
export function watchBasemap(map: MapLibre, listeners: Listeners): void {
  const watch = watchSource(map, 'basemap', () => listeners.emit('tilesMissing', null));
  map.on('remove', watch.end);
}

/** Reports once that no tile of the operator loads, and why. Single missing tiles are not reported. */
export function watchOperatorTiles(
  map: MapLibre,
  listeners: Listeners,
  { name, tiles }: { name: string; tiles: OperatorTiles },
): void {
  let [isOver, missing] = [false, 0];
  const report = (error: unknown) => {
    if (isOver) return;
    isOver = true;
    listeners.emit('tilesMissing', describeTrouble(name, error));
    if (error instanceof TileError && error.reason === 'silent') giveUp(map);
  };
  if (tiles.listen) {
    // Without a listener, the map engine prints every tile that fails.
    map.on('error', () => undefined);
    tiles.listen((error) => {
      if (!error) isOver = true;
      else if (error.reason !== 'missing' || ++missing >= manyMissing) report(error);
    });
    return;
  }
  const watch = watchSource(map, 'tiles', report);
  const timer = setTimeout(() => watch.hasLoaded() || report(new TileError('silent')), tileTimeoutMs);
  map.on('remove', () => clearTimeout(timer));
}

/** Follows a source that the map engine reads by itself. */
function watchSource(map: MapLibre, source: string, onError: (error: unknown) => void) {
  let [isOver, isLoaded] = [false, false];
  map.on('error', (event) => {
    if (isOver || isLoaded || !('sourceId' in event) || event.sourceId !== source) return;
    isOver = true;
    onError(event.error);
  });
  map.on('sourcedata', (event) => {
    if (event.sourceId === source && event.tile) isLoaded = true;
  });
  return {
    hasLoaded: () => isLoaded,
    end: () => {
      isOver = true;
    },
  };
}

/** Browsers limit parallel requests per server: pending tiles would block all other requests. */
function giveUp(map: MapLibre): void {
  const { layers, sources } = map.getStyle();
  const isTiles = (name: string) => /^tiles(-|$)/.test(name);
  for (const layer of layers) {
    if ('source' in layer && isTiles(String(layer.source))) map.removeLayer(layer.id);
  }
  for (const name of Object.keys(sources)) if (isTiles(name)) map.removeSource(name);
}
