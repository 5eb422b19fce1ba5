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
