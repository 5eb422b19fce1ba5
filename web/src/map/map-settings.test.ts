import { describe, expect, it } from 'vitest';
import { readMapSettings } from './map-settings.ts';
import { listProviders } from './open-map.ts';

const urlsOf = (tiles: unknown) => readMapSettings({ MAP_TILES: tiles }).tiles?.urls;

describe('the map settings', () => {
  it('contain no map by default', () => {
    const settings = readMapSettings({ AMAP_WEB_JSAPI: '', AMAP_WEB_JSAPICODE: '', UNLOAD_MAP_USER: '' });
    expect(settings).toMatchObject({ amap: undefined, tiles: undefined, borders: false });
    expect(listProviders(settings, 'own')).toEqual(['embedded']);
    expect(listProviders(settings, 'amap')).toEqual(['amap', 'embedded']);
  });

  it('require both keys of the vendor', () => {
    expect(readMapSettings({ AMAP_WEB_JSAPI: ' key ', AMAP_WEB_JSAPICODE: 'code' }).amap).toEqual({
      key: 'key',
      code: 'code',
    });
    expect(readMapSettings({ AMAP_WEB_JSAPI: 'key' }).amap).toBeUndefined();
  });

  it.each([
    ['https://t.example/{z}/{x}/{y}.png', 'https://t.example/{z}/{x}/{y}.png'],
    ['/tiles/{z}/{x}/{y}.png', '/tiles/{z}/{x}/{y}.png'],
    [
      'https://t0.example/vec_w/wmts?TILEMATRIX={TileMatrix}&TILEROW={TileRow}&TILECOL={TileCol}&tk=1',
      'https://t0.example/vec_w/wmts?TILEMATRIX={z}&TILEROW={y}&TILECOL={x}&tk=1',
    ],
    ['/maps/city.pmtiles', '/maps/city.pmtiles'],
    ['https://t.example/a.pmtiles?v=2', 'https://t.example/a.pmtiles?v=2'],
  ])('accept %s', (given, url) => expect(urlsOf(given)).toEqual([url]));

  it.each(['', 'https://t.example/', 'javascript:{z}{x}{y}', 'data:{z}{x}{y}', 17, null, {}])(
    'refuse %j',
    (given) => expect(urlsOf(given)).toBeUndefined(),
  );

  it('accept tiles of several servers', () => {
    const tiles = ['https://a.example/{z}/{x}/{y}', 'https://b.example/{z}/{x}/{y}', 'nonsense'];
    expect(urlsOf(tiles)).toEqual(tiles.slice(0, 2));
    expect(listProviders(readMapSettings({ MAP_TILES: tiles }), 'amap')).toEqual([
      'amap',
      'tiles',
      'embedded',
    ]);
  });
});
