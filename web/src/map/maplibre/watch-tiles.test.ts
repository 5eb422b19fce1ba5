import type { Map as MapLibre } from 'maplibre-gl';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Listeners } from '../listeners.ts';
import { watchTiles } from './watch-tiles.ts';

type Handler = (event: object) => void;

/** The part of a map that the watch uses: its events, and the source of the tiles with its layers. */
class Ground {
  handlers: [string, Handler][] = [];
  layers = [
    { id: 'land', source: 'basemap' },
    { id: 'photo', source: 'tiles' },
  ];
  sources = ['basemap', 'tiles'];
  on = (name: string, handler: Handler) => this.handlers.push([name, handler]);
  getStyle = () => ({ layers: [...this.layers] });
  removeLayer = (id: string) => {
    this.layers = this.layers.filter((layer) => layer.id !== id);
  };
  removeSource = (id: string) => {
    this.sources = this.sources.filter((source) => source !== id);
  };
  fire(name: string, event: object) {
    for (const [wanted, handler] of this.handlers) if (wanted === name) handler(event);
  }
}

let [ground, reports] = [new Ground(), 0];

beforeEach(() => {
  vi.useFakeTimers();
  [ground, reports] = [new Ground(), 0];
});
afterEach(() => vi.useRealTimers());

function watch(source: 'tiles' | 'basemap') {
  const listeners = new Listeners();
  listeners.on('tilesMissing', () => reports++);
  // A fake with the used part of a map.
  watchTiles(ground as unknown as MapLibre, listeners, source);
}

it('reports a failing tile server once', () => {
  watch('tiles');
  ground.fire('error', { sourceId: 'tiles', error: new Error('500') });
  ground.fire('error', { sourceId: 'tiles', error: new Error('not a picture') });
  expect(reports).toBe(1);
});

it('removes tiles of a server that never responds, and keeps the basemap', () => {
  watch('tiles');
  vi.advanceTimersByTime(10_000);
  expect(reports).toBe(1);
  expect([ground.sources, ground.layers.map(({ id }) => id)]).toEqual([['basemap'], ['land']]);
});

it('ignores single missing tiles', () => {
  watch('tiles');
  ground.fire('sourcedata', { sourceId: 'tiles', tile: {} });
  ground.fire('error', { sourceId: 'tiles', error: new Error('500') });
  vi.advanceTimersByTime(10_000);
  expect([reports, ground.sources]).toEqual([0, ['basemap', 'tiles']]);
});

it('reports a failing basemap but never removes it', () => {
  watch('basemap');
  ground.fire('error', { sourceId: 'tiles' });
  vi.advanceTimersByTime(10_000);
  expect(reports).toBe(0);
  ground.fire('error', { sourceId: 'basemap' });
  expect([reports, ground.sources]).toEqual([1, ['basemap', 'tiles']]);
});
