// @vitest-environment happy-dom
import { toProvider } from '@limpid/contract/map/tile-providers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { TileError } from '../tile-trouble.ts';
import { openOperatorTiles } from './operator-tiles.ts';

type Loader = (request: { url: string }, abort: { signal: AbortSignal }) => Promise<{ data: ArrayBuffer }>;
const { protocols } = vi.hoisted(() => ({ protocols: new Map<string, unknown>() }));
vi.mock('maplibre-gl', () => ({
  addProtocol: (name: string, load: unknown) => protocols.set(name, load),
}));

const provide = (preset: string, ...tiles: string[]) => toProvider({ id: 'a', name: 'City', preset, tiles });
const encode = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).buffer;
const never = () => new Promise<never>(() => undefined);

/** Loads a tile of a source as the map engine does. */
async function loadTile(sources: object): Promise<unknown> {
  const [template = ''] = (sources as { tiles: { tiles: string[] } }).tiles.tiles;
  // The module registers one loader.
  const load = protocols.get('limpid') as Loader;
  const url = template.replace('{z}', '1').replace('{x}', '0').replace('{y}', '0');
  return load({ url }, { signal: AbortSignal.any([]) });
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('opening the tiles of an operator', () => {
  it.each([
    ['pmtiles', 'https://t.example/city.pmtiles'],
    ['openfreemap', 'https://t.example/planet'],
  ])('gives up a server that never answers (%s)', async (preset, address) => {
    vi.useFakeTimers();
    vi.stubGlobal('fetch', never);
    const opening = openOperatorTiles(provide(preset, address), never);
    const failure = expect(opening).rejects.toMatchObject({ reason: 'silent' });
    await vi.advanceTimersByTimeAsync(10_000);
    await failure;
  });

  it.each([
    [[], { reason: 'elsewhere', host: 'https://other.example' }],
    [['https://other.example/'], { reason: 'blocked' }],
  ])(
    'names the host of tiles that only their description names, with the addresses %j',
    async (more, error) => {
      const provider = provide('openfreemap', 'https://t.example/planet', ...more);
      const { sources, listen } = await openOperatorTiles(provider, async (url) => {
        if (url === 'https://t.example/planet')
          return encode({ tiles: ['https://other.example/{z}/{x}/{y}'] });
        throw new TileError('blocked');
      });
      const told: unknown[] = [];
      listen?.((one) => told.push(one));
      await expect(loadTile(sources)).rejects.toThrow();
      expect(told).toMatchObject([error]);
    },
  );

  it.each([
    ['osm', 'https://t.example/{z}/{x}/{y}', [{ reason: 'empty' }]],
    ['openfreemap', 'https://t.example/planet', [undefined]],
  ])(
    'takes an empty tile of %s as a gap only if it should be a picture',
    async (preset, address, expected) => {
      const { sources, listen } = await openOperatorTiles(provide(preset, address), async (url) =>
        url.endsWith('planet') ? encode({ tiles: ['/{z}/{x}/{y}'] }) : new ArrayBuffer(0),
      );
      const told: unknown[] = [];
      listen?.((one) => told.push(one));
      await loadTile(sources);
      expect(told).toMatchObject(expected);
    },
  );

  it.each([
    ['osm', 'https://t.example/{z}/{x}/{y}'],
    ['openfreemap', 'https://t.example/planet'],
  ])('has no tiles of %s any more when they are released', async (preset, address) => {
    const { sources, release } = await openOperatorTiles(provide(preset, address), async (url) =>
      url.endsWith('planet') ? encode({ tiles: ['/{z}/{x}/{y}'] }) : new ArrayBuffer(1),
    );
    await loadTile(sources);
    release();
    await expect(loadTile(sources)).rejects.toMatchObject({ reason: 'missing', status: 404 });
  });
});
