import type { Map as MapLibre } from 'maplibre-gl';
import type { Listeners } from '../listeners.ts';

const patience = 10_000;

/** Says once that no tiles come, be it that their server fails or that it is silent. Where some do, holes are no news. */
export function watchTiles(map: MapLibre, listeners: Listeners, source: 'tiles' | 'basemap'): void {
  let [isTold, hasCome] = [false, false];
  const tell = () => {
    if (isTold || hasCome) return;
    isTold = true;
    listeners.tell('tilesMissing', undefined);
  };
  map.on('error', (event) => {
    if ('sourceId' in event && event.sourceId === source) tell();
  });
  map.on('sourcedata', (event) => {
    if (event.sourceId === source && event.tile) hasCome = true;
  });
  if (source === 'basemap') return;
  const timer = setTimeout(() => {
    if (hasCome) return;
    tell();
    giveUp(map, source);
  }, patience);
  map.on('remove', () => clearTimeout(timer));
}

/** A browser asks one server for few things at a time: requests without an answer would hold up all others. */
function giveUp(map: MapLibre, source: string): void {
  for (const layer of map.getStyle().layers) {
    if ('source' in layer && layer.source === source) map.removeLayer(layer.id);
  }
  map.removeSource(source);
}
