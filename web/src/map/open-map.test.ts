// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import type { MapOptions } from './map.ts';
import { chooseBasemap, readMapSettings } from './map-settings.ts';
import { listProviders, openMap } from './open-map.ts';

/** This environment has no WebGL, like some browsers. */
it.each([
  ['own', {}],
  ['own', { MAP_TILES: '/tiles/{z}/{x}/{y}.png' }],
  ['amap', {}],
] as const)('opens no map without WebGL (%s, %j) and leaves no element behind', async (provider, config) => {
  const element = document.createElement('div');
  const settings = readMapSettings(config);
  const options: MapOptions = {
    view: { center: [0, 0], zoom: 3 },
    theme: 'light',
    scale: 1,
    language: 'en',
    settings,
    basemap: chooseBasemap(settings, undefined),
    label: 'Map',
    notes: [],
  };
  const opening = openMap(element, listProviders(options.basemap, provider), options);
  await expect(opening).rejects.toMatchObject({ reason: 'webgl' });
  expect(element.childElementCount).toBe(0);
});
