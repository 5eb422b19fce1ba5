// @vitest-environment happy-dom
import { toProvider } from '@limpid/contract/map/tile-providers';
import { afterEach, expect, it, vi } from 'vitest';
import { testProvider } from './test-provider.ts';

afterEach(() => vi.unstubAllGlobals());

it.each([
  [401, 'a key', 'refused'],
  [403, '', 'denied'],
])('an answer %i to a map with the key "%s" is reported as %s', async (status, key, outcome) => {
  vi.stubGlobal('fetch', async () => new Response('no', { status }));
  const provider = toProvider({ id: 'own', name: 'Own', tiles: '/tiles/{z}/{x}/{y}.png', key });
  expect(await testProvider(provider, { center: [116, 39], zoom: 9 })).toMatchObject({
    isGood: false,
    text: `system.mapSettings.trial.${outcome}`,
    values: { status },
  });
});

const tileJson = toProvider({ id: 'own', name: 'Own', preset: 'openfreemap', tiles: '/tiles.json', key: '' });

it.each([
  ['a tile', 200, '\x1a\x02x\x01', true, 'vector'],
  ['an empty tile, as at sea', 200, '', true, 'tilejson'],
  ['no tile', 404, 'none', false, 'missing'],
  ['a picture', 200, 'GIF89a\0\0\0\0', false, 'otherKind'],
])('a description whose address answers with %s', async (_, status, body, isGood, outcome) => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (input: URL | string) => {
    const { pathname } = new URL(input);
    asked.push(pathname);
    if (pathname === '/tiles.json')
      return new Response('{"tiles":["/v/{z}/{x}/{y}.pbf"],"maxzoom":3}', {
        headers: { 'content-type': 'application/json' },
      });
    return new Response(body || null, { status });
  });
  expect(await testProvider(tileJson, { center: [116, 39], zoom: 9 })).toMatchObject({
    isGood,
    text: `system.mapSettings.trial.${outcome}`,
  });
  expect(asked.at(-1)).toBe('/v/3/6/3.pbf');
});
