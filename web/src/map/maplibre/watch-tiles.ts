import type { Map as MapLibre } from 'maplibre-gl';
import type { Listeners } from '../listeners.ts';

const timeoutMs = 10_000;

/** Reports once that no tile loads, because the server fails or does not answer. Single missing tiles are not reported. */
export function watchTiles(map: MapLibre, listeners: Listeners, source: 'tiles' | 'basemap'): void {
  let [isReported, hasLoaded] = [false, false];
  const report = () => {
    if (isReported || hasLoaded) return;
    isReported = true;
    listeners.emit('tilesMissing', undefined);
  };
  map.on('error', (event) => {
    if ('sourceId' in event && event.sourceId === source) report();
  });
  map.on('sourcedata', (event) => {
    if (event.sourceId === source && event.tile) hasLoaded = true;
  });
  if (source === 'basemap') return;
  const timer = setTimeout(() => {
    if (hasLoaded) return;
    report();
    giveUp(map, source);
  }, timeoutMs);
  map.on('remove', () => clearTimeout(timer));
}

/** Browsers limit parallel requests per server: pending tiles would block all other requests. */
function giveUp(map: MapLibre, source: string): void {
  for (const layer of map.getStyle().layers) {
    if ('source' in layer && layer.source === source) map.removeLayer(layer.id);
  }
  map.removeSource(source);
}
