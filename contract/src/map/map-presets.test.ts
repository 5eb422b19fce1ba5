import { describe, expect, it } from 'vitest';
import { isOwnPreset, mapPresets, type PresetId, presetIds, presetOf } from './map-presets.ts';
import { expandAddress, readTileKind } from './tile-address.ts';
import { findProviderProblems, listTileLayers, toProvider } from './tile-providers.ts';

/** The tile at zoom 10 around Beijing. */
const fill = (address: string) => address.replace('{z}', '10').replace('{x}', '843').replace('{y}', '388');

/** Facts that the providers publish: the first tile, zoom range, coordinate system, place of the key, credit. */
const facts: [
  PresetId,
  tile: string,
  hosts: number,
  zooms: [number, number],
  crs: string,
  key: string,
  credit: RegExp,
][] = [
  [
    'tianditu',
    'https://t0.tianditu.gov.cn/vec_w/wmts?SERVICE=WMTS&REQUEST=GetTile&VERSION=1.0.0&LAYER=vec&STYLE=default&TILEMATRIXSET=w&FORMAT=tiles&TILEMATRIX=10&TILEROW=388&TILECOL=843&tk=k%26y',
    8,
    [1, 18],
    'CGCS2000',
    'tk',
    /天地图/,
  ],
  [
    'amapTiles',
    'https://webrd01.is.autonavi.com/appmaptile?lang=zh_cn&size=1&scale=1&style=8&x=843&y=388&z=10',
    4,
    [3, 18],
    'GCJ-02',
    '',
    /高德/,
  ],
  [
    'openfreemap',
    'https://tiles.openfreemap.org/planet',
    1,
    [0, 14],
    'WGS-84',
    '',
    /OpenMapTiles © OpenStreetMap contributors/,
  ],
  [
    'osm',
    'https://tile.openstreetmap.org/10/843/388.png',
    1,
    [0, 19],
    'WGS-84',
    '',
    /^© OpenStreetMap contributors$/,
  ],
  [
    'maptiler',
    'https://api.maptiler.com/maps/streets-v2/256/10/843/388.png?key=k%26y',
    1,
    [0, 20],
    'WGS-84',
    'key',
    /© MapTiler © OpenStreetMap contributors/,
  ],
];

describe('a preset', () => {
  it.each(facts)(
    'of %s has the address, zoom range, system, key and credit of the provider',
    (id, tile, hosts, zooms, crs, key, credit) => {
      const preset = presetOf(id);
      const provider = toProvider({ ...preset, id: 'p', name: id, preset: id, key: key && 'k&y' });
      expect(findProviderProblems(provider)).toEqual({});
      const [base = []] = listTileLayers(provider);
      expect(base).toHaveLength(hosts);
      expect(fill(base[0] ?? '')).toBe(tile);
      expect(new URL(tile).searchParams.get(key)).toBe(key ? 'k&y' : null);
      expect([provider.minZoom, provider.maxZoom, provider.crs]).toEqual([...zooms, crs]);
      expect(provider.credit).toMatch(credit);
    },
  );

  it('is in the table of facts, or has an address of one’s own', () => {
    const known = facts.map(([id]) => id);
    expect(presetIds.filter((id) => !isOwnPreset(id))).toEqual(known);
    expect(presetIds.filter(isOwnPreset)).toEqual(['xyz', 'wmts', 'pmtiles']);
  });

  it('of Tianditu draws the names above the map', () => {
    const { tiles, labels } = mapPresets.tianditu;
    const layers = listTileLayers({ tiles: [tiles], labels, key: 'k' });
    expect(layers.map((hosts) => new URL(hosts[7] ?? '').searchParams.get('LAYER'))).toEqual(['vec', 'cva']);
    expect(new URL(layers[1]?.[7] ?? '').hostname).toBe('t7.tianditu.gov.cn');
  });

  it('that needs a key is refused without one', () => {
    const provider = toProvider({ ...mapPresets.maptiler, id: 'p', name: 'p', preset: 'maptiler' });
    expect(findProviderProblems(provider)).toEqual({ key: 'key' });
  });
});

describe('an address', () => {
  it.each([
    ['https://t.example/{z}/{x}/{y}.png', 'pictures'],
    ['/tiles/{z}/{x}/{y}', 'pictures'],
    ['https://t{a-c}.example/{TileMatrix}/{tilecol}/{TileRow}?k={key}', 'pictures'],
    ['/maps/city.pmtiles', 'pmtiles'],
    ['https://t.example/a.pmtiles?v=2', 'pmtiles'],
    ['https://t.example/tiles.json', 'tilejson'],
    ['https://t.example/{z}/{x}.png', undefined],
    ['https://{s}.t.example/{z}/{x}/{y}.png', undefined],
    ['https://u:p@t.example/{z}/{x}/{y}.png', undefined],
    ['javascript:{z}{x}{y}', undefined],
    ['data:image/png,{z}{x}{y}', undefined],
    ['nonsense', undefined],
    ['//t.example/tiles.json', undefined],
    ['', undefined],
  ])('%s leads to %s', (address, kind) => expect(readTileKind(address)).toBe(kind));

  it('names several hosts by a range', () => {
    expect(expandAddress('https://{a-c}.example/{z}')).toEqual(
      ['a', 'b', 'c'].map((host) => `https://${host}.example/{z}`),
    );
    expect(expandAddress('https://t{3-1}.example')).toHaveLength(3);
  });
});
