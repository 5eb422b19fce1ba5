// @vitest-environment happy-dom
import type { Map as MapLibre } from 'maplibre-gl';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Listeners } from '../listeners.ts';
import { TileError } from '../tile-trouble.ts';
import { followTiles } from './follow-tiles.ts';
import type { OperatorTiles } from './operator-tiles.ts';

let handlers: [name: string, handler: (event: object) => void][] = [];
let reports: string[] = [];
let shown: OperatorTiles | undefined;
let opened = 0;
let released = 0;
/** Tells the newest watch of one tile. */
let tell: (error: TileError | undefined) => void = () => undefined;
/** Rejects what is opened while set. */
let failure: TileError | undefined;

beforeEach(() => {
  vi.useFakeTimers();
  [handlers, reports, shown, opened, released, failure] = [[], [], undefined, 0, 0, undefined];
});
afterEach(() => {
  fire('remove');
  vi.useRealTimers();
});

function fire(name: string) {
  for (const [wanted, handler] of handlers) if (wanted === name) handler({});
}

async function open(): Promise<OperatorTiles> {
  opened++;
  if (failure) throw failure;
  return {
    sources: {},
    hidesBasemap: true,
    buildLayers: () => [],
    listen: (listener) => {
      tell = listener;
    },
    release: () => released++,
  };
}

async function follow() {
  const listeners = new Listeners();
  listeners.on('tilesMissing', (trouble) => reports.push(trouble?.cause ?? 'basemap'));
  listeners.on('tilesBack', () => reports.push('back'));
  const on = (...handler: (typeof handlers)[number]) => {
    handlers.push(handler);
    return { unsubscribe: () => (handlers = handlers.filter((one) => one !== handler)) };
  };
  // A fake with the used part of a map.
  const map = { on } as unknown as MapLibre;
  const showTiles = (tiles: OperatorTiles | undefined) => {
    shown = tiles;
  };
  followTiles({ map, listeners, showTiles }, { name: 'City', hasKey: true, first: open(), open });
  await pass(1);
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

it('brings tiles back whose server was silent for a moment', async () => {
  await follow();
  tell(new TileError('silent'));
  expect([shown, reports, released]).toEqual([undefined, ['silent'], 1]);
  await pass(59_000);
  expect(shown).toBeUndefined();
  await pass(1000);
  expect(shown).toBeDefined();
  tell(undefined);
  expect(reports).toEqual(['silent', 'back']);
  await pass(3_600_000);
  expect(opened).toBe(2);
});

it('tries a silent server less and less often, reports it once, and starts anew after a tile', async () => {
  await follow();
  const waited: number[] = [];
  for (const minutes of [1, 2, 4, 5, 5]) {
    tell(new TileError('silent'));
    expect(shown).toBeUndefined();
    await pass(minutes * 60_000 - 1);
    if (!shown) await pass(1);
    waited.push(shown ? minutes : 0);
  }
  expect([waited, reports]).toEqual([[1, 2, 4, 5, 5], ['silent']]);
  tell(undefined);
  for (let times = 0; times < 3; times++) tell(new TileError('silent'));
  await pass(60_000);
  expect([reports, opened]).toEqual([['silent', 'back', 'silent'], 7]);
});

it('opens tiles that fail again even if the view stands still', async () => {
  await follow();
  for (let times = 0; times < 3; times++) tell(new TileError('failed', 502));
  expect([opened, shown !== undefined]).toEqual([1, true]);
  await pass(60_000);
  tell(undefined);
  expect([opened, reports]).toEqual([2, ['failed', 'back']]);
  expect(released).toBe(1);
});

it('opens a description or file again that failed', async () => {
  failure = new TileError('failed', 503);
  await follow();
  expect([shown, reports]).toEqual([undefined, ['failed']]);
  await pass(60_000);
  expect([opened, shown, reports]).toEqual([2, undefined, ['failed']]);
  failure = undefined;
  await pass(120_000);
  tell(undefined);
  expect([opened, shown !== undefined, reports]).toEqual([3, true, ['failed', 'back']]);
});

it.each(['silent', 'network'] as const)('does not wait when the network returns (%s)', async (reason) => {
  await follow();
  window.dispatchEvent(new Event('online'));
  expect(opened).toBe(1);
  for (let times = 0; times < 3; times++) tell(new TileError(reason));
  window.dispatchEvent(new Event('online'));
  await pass(1);
  expect([opened, shown !== undefined]).toEqual([2, true]);
  tell(undefined);
  expect(reports).toEqual([reason, 'back']);
});

it('stops with the map', async () => {
  await follow();
  tell(new TileError('silent'));
  fire('remove');
  window.dispatchEvent(new Event('online'));
  await pass(600_000);
  expect(opened).toBe(1);
});

it('releases the tiles that are shown with the map', async () => {
  await follow();
  fire('remove');
  expect(released).toBe(1);
});

it('releases tiles that come after the map is gone', async () => {
  const following = follow();
  fire('remove');
  await following;
  expect([shown, released]).toEqual([undefined, 1]);
});
