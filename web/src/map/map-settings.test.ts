import { describe, expect, it } from 'vitest';
import { chooseBasemap, listBasemaps, readMapSettings } from './map-settings.ts';
import { listProviders } from './open-map.ts';

const tilesOf = (tiles: unknown) => readMapSettings({ MAP_TILES: tiles }).providers[0]?.tiles;
const osm = { id: 'osm', name: 'OSM', preset: 'osm', tiles: ['https://tile.example/{z}/{x}/{y}.png'] };

describe('the map settings', () => {
  it('contain no map by default', () => {
    const settings = readMapSettings({ AMAP_WEB_JSAPI: '', AMAP_WEB_JSAPICODE: '', UNLOAD_MAP_USER: '' });
    expect(settings).toMatchObject({ amap: undefined, providers: [], borders: false });
    const basemap = chooseBasemap(settings, undefined);
    expect(listProviders(basemap, 'own')).toEqual(['embedded']);
    expect(listProviders(basemap, 'amap')).toEqual(['amap', 'embedded']);
  });

  it('require both keys of the vendor', () => {
    expect(readMapSettings({ AMAP_WEB_JSAPI: ' key ', AMAP_WEB_JSAPICODE: 'code' }).amap).toEqual({
      key: 'key',
      code: 'code',
    });
    expect(readMapSettings({ AMAP_WEB_JSAPI: 'key' }).amap).toBeUndefined();
  });

  it.each([
    'https://t.example/{z}/{x}/{y}.png',
    '/tiles/{z}/{x}/{y}.png',
    'https://t0.example/vec_w/wmts?TILEMATRIX={TileMatrix}&TILEROW={TileRow}&TILECOL={TileCol}&tk=1',
    '/maps/city.pmtiles',
    'https://t.example/a.pmtiles?v=2',
  ])('accept the tiles of an older installation: %s', (given) => expect(tilesOf(given)).toEqual([given]));

  it.each(['', 'https://t.example/', 'javascript:{z}{x}{y}', 'data:{z}{x}{y}', 17, null, {}])(
    'refuse %j',
    (given) => expect(tilesOf(given)).toBeUndefined(),
  );

  it('accept tiles of several servers', () => {
    const tiles = ['https://a.example/{z}/{x}/{y}', 'https://b.example/{z}/{x}/{y}', 'nonsense'];
    expect(tilesOf(tiles)).toEqual(tiles.slice(0, 2));
    const basemap = chooseBasemap(readMapSettings({ MAP_TILES: tiles }), undefined);
    expect(listProviders(basemap, 'amap')).toEqual(['amap', 'tiles', 'embedded']);
  });
});

describe('the map that is shown', () => {
  const settings = readMapSettings({ MAP_PROVIDERS: [osm], MAP_TILES: '/t/{z}/{x}/{y}' });

  it('is chosen from every configured map and the looks of the embedded one', () => {
    expect(listBasemaps(settings).map(({ id }) => id)).toEqual([
      'tiles',
      'osm',
      'embedded',
      'embedded:light',
      'embedded:dark',
      'embedded:plain',
    ]);
  });

  it('is the default if nothing was chosen, and if the chosen one was removed', () => {
    expect(chooseBasemap(settings, undefined).id).toBe('tiles');
    expect(chooseBasemap(settings, 'osm').provider?.name).toBe('OSM');
    expect(chooseBasemap(settings, 'embedded:dark')).toMatchObject({ provider: undefined, style: 'dark' });
    expect(chooseBasemap(settings, 'gone').id).toBe('tiles');
    expect(chooseBasemap(readMapSettings({ MAP_PROVIDERS: [{ id: 'embedded' }, osm] }), 'gone').id).toBe(
      'embedded',
    );
  });
});
