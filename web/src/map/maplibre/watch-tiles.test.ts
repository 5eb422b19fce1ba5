import type { Map as MapLibre } from 'maplibre-gl';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Listeners } from '../listeners.ts';
import { TileError, type TileTrouble } from '../tile-trouble.ts';
import type { OperatorTiles } from './operator-tiles.ts';
import { keepTrouble, watchBasemap, watchOperatorTiles } from './watch-tiles.ts';

type Handler = (event: object) => void;

/** The part of a map that the watch uses: its events. */
class Ground {
  handlers: [string, Handler][] = [];
  on(name: string, handler: Handler) {
    this.handlers.push([name, handler]);
    return { unsubscribe: () => undefined };
  }
  fire(name: string, event: object) {
    for (const [wanted, handler] of this.handlers) if (wanted === name) handler(event);
  }
}

let ground = new Ground();
let hasTiles = true;
let reports: (TileTrouble | 'back' | null)[] = [];
let tell: (error: TileError | undefined) => void = () => undefined;

beforeEach(() => {
  vi.useFakeTimers();
  [ground, hasTiles, reports] = [new Ground(), true, []];
});
afterEach(() => vi.useRealTimers());

function watch(source: 'tiles' | 'file' | 'basemap', hasKey = true) {
  const listeners = new Listeners();
  listeners.on('tilesMissing', (trouble) => reports.push(trouble));
  listeners.on('tilesBack', () => reports.push('back'));
  // A fake with the used part of a map.
  const map = ground as unknown as MapLibre;
  if (source === 'basemap') return watchBasemap(map, listeners);
  const tiles: Pick<OperatorTiles, 'listen'> = {
    listen: source === 'file' ? undefined : (listener) => (tell = listener),
  };
  let stop: void | (() => void) = undefined;
  const giveUp = () => {
    hasTiles = false;
    stop?.();
  };
  const troubled = { name: 'City', hasKey };
  stop = watchOperatorTiles(map, { ...troubled, ...keepTrouble(listeners, troubled), tiles, giveUp });
}

const tellTimes = (times: number, error?: TileError) => {
  for (let count = 0; count < times; count++) tell(error);
};

it.each([
  [new TileError('refused', 401), { cause: 'refused', status: 401 }],
  [new TileError('refused', 403), { cause: 'refused', status: 403 }],
  [new TileError('page', 200), { cause: 'page' }],
  [new TileError('network'), { cause: 'network' }],
  [new TileError('blocked'), { cause: 'blocked' }],
  [new TileError('elsewhere', 0, 'https://t.example'), { cause: 'elsewhere', host: 'https://t.example' }],
])('reports a failing tile server once, with its name and the cause (%s)', (error, trouble) => {
  watch('tiles');
  tellTimes(3, error);
  tell(new TileError('failed', 500));
  expect(reports).toMatchObject([{ name: 'City', ...trouble }]);
  expect(hasTiles).toBe(true);
});

it.each(['tiles', 'file'] as const)('says that a map without a key was denied access (%s)', (source) => {
  watch(source, false);
  if (source === 'file') failFile('401', 3);
  else tellTimes(3, new TileError('refused', 401));
  expect(reports).toMatchObject([{ cause: 'denied', status: 401 }]);
});

it('does not report one failure among good tiles', () => {
  watch('tiles');
  tell(new TileError('failed', 502));
  tell(undefined);
  tellTimes(2, new TileError('failed', 502));
  tell(undefined);
  ground.fire('idle', {});
  expect(reports).toEqual([]);
});

it('reports the only tile of a view', () => {
  watch('tiles');
  tell(new TileError('failed', 502));
  expect(reports).toEqual([]);
  ground.fire('idle', {});
  ground.fire('idle', {});
  expect(reports).toMatchObject([{ cause: 'failed', status: 502 }]);
});

it('reports a key that is refused later, withdraws it with the first tile, and reports it again', () => {
  watch('tiles');
  tellTimes(9);
  tellTimes(5, new TileError('refused', 403));
  expect(reports).toMatchObject([{ cause: 'refused', status: 403 }]);
  tellTimes(2);
  expect(reports.slice(1)).toEqual(['back']);
  tellTimes(3, new TileError('refused', 403));
  expect(reports.slice(2)).toMatchObject([{ cause: 'refused', status: 403 }]);
});

it('removes tiles of a server that never responds', () => {
  watch('tiles');
  tell(new TileError('silent'));
  expect(reports).toMatchObject([{ name: 'City', cause: 'silent' }]);
  expect(hasTiles).toBe(false);
});

it('keeps the tiles if one of many is slow', () => {
  watch('tiles');
  tellTimes(9);
  tell(new TileError('silent'));
  expect(reports).toEqual([]);
  expect(hasTiles).toBe(true);
});

it.each([
  ['missing', 404],
  ['empty', 0],
] as const)('reports an address whose tiles are all %s, but no gaps', (reason, status) => {
  watch('tiles');
  tellTimes(5, new TileError(reason, status));
  expect(reports).toEqual([]);
  tellTimes(4, new TileError(reason, status));
  expect(reports).toMatchObject([{ cause: reason, status }]);
  tell(undefined);
  tellTimes(20, new TileError(reason, status));
  expect(reports.slice(1)).toEqual(['back']);
});

const failFile = (status: string, times = 1) => {
  const error = new Error(`Bad response code: ${status}`);
  for (let count = 0; count < times; count++) ground.fire('error', { sourceId: 'tiles', error });
};

it('reports a file that fails, and gives up one that never comes', () => {
  watch('file');
  failFile('403');
  ground.fire('idle', {});
  expect(reports).toMatchObject([{ cause: 'refused', status: 403 }]);
  [ground, reports] = [new Ground(), []];
  vi.clearAllTimers();
  watch('file');
  vi.advanceTimersByTime(10_000);
  expect(reports).toMatchObject([{ cause: 'silent' }]);
  expect(hasTiles).toBe(false);
});

it('reports a file that goes later, and none for tiles that it does not have', () => {
  watch('file');
  ground.fire('sourcedata', { sourceId: 'tiles', tile: {} });
  for (let count = 0; count < 9; count++)
    ground.fire('error', { sourceId: 'tiles', error: new Error('Tile not found.') });
  vi.advanceTimersByTime(20_000);
  expect(reports).toEqual([]);
  failFile('404', 3);
  expect(reports).toMatchObject([{ cause: 'failed', status: 404 }]);
  ground.fire('sourcedata', { sourceId: 'tiles', tile: {} });
  expect(reports.slice(1)).toEqual(['back']);
});

it('does not bring back tiles that were given up', () => {
  watch('tiles');
  tell(new TileError('silent'));
  tell(undefined);
  expect(reports).toMatchObject([{ cause: 'silent' }]);
});

it('reports a failing basemap but never removes it', () => {
  watch('basemap');
  ground.fire('error', { sourceId: 'tiles' });
  vi.advanceTimersByTime(10_000);
  expect(reports).toEqual([]);
  ground.fire('error', { sourceId: 'basemap' });
  expect([reports, hasTiles]).toEqual([[null], true]);
});
