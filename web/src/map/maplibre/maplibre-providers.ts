import { MapError, type MapOptions, type MapProvider } from '../map.ts';

/** Checked once: browsers limit the number of WebGL contexts. */
let drawsGraphics: boolean | undefined;

function checkGraphics(): 'webgl' | undefined {
  drawsGraphics ??= Boolean(document.createElement('canvas').getContext('webgl2'));
  return drawsGraphics ? undefined : 'webgl';
}

/** The engine is large, so it is loaded with the first map. */
async function mount(element: HTMLElement, options: MapOptions) {
  const engine = await import('./maplibre-map.ts').catch(() => {
    throw new MapError('network');
  });
  return engine.mountMapLibre(element, options);
}

export const embeddedProvider: MapProvider = {
  id: 'embedded',
  check: checkGraphics,
  mount: (element, options) =>
    mount(element, { ...options, basemap: { ...options.basemap, provider: undefined } }),
};

export const tilesProvider: MapProvider = {
  id: 'tiles',
  check: checkGraphics,
  mount,
};
