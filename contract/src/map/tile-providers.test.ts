import { describe, expect, it } from 'vitest';
import {
  findInvalidProvider,
  findProviderProblems,
  readMapList,
  type TileProvider,
  toProvider,
  writeMapList,
} from './tile-providers.ts';

const osm: TileProvider = toProvider({
  id: 'osm',
  name: 'OSM',
  preset: 'osm',
  tiles: ['https://tile.openstreetmap.org/{z}/{x}/{y}.png'],
  credit: '© OSM',
});

describe('the maps of an installation', () => {
  it('are the built-in one by default', () => {
    expect(readMapList({})).toEqual({ providers: [], order: ['embedded'] });
    expect(readMapList({ MAP_PROVIDERS: 'x', MAP_TILES: 17 })).toEqual({
      providers: [],
      order: ['embedded'],
    });
  });

  it('include the tiles of an older installation, as the default', () => {
    const config = { MAP_TILES: 'https://t.example/{z}/{x}/{y}.png', MAP_TILES_CREDIT: 'City' };
    const { providers, order } = readMapList(config);
    expect(order).toEqual(['tiles', 'embedded']);
    expect(providers).toEqual([
      {
        id: 'tiles',
        name: 't.example',
        preset: 'xyz',
        tiles: ['https://t.example/{z}/{x}/{y}.png'],
        labels: '',
        key: '',
        minZoom: 0,
        maxZoom: 19,
        crs: 'WGS-84',
        credit: 'City',
      },
    ]);
    expect(readMapList({ MAP_TILES: '/maps/city.pmtiles' }).providers[0]).toMatchObject({
      name: 'city.pmtiles',
      preset: 'pmtiles',
    });
  });

  it('keep the keys that are known, and what else is in the parameter', () => {
    const config = {
      UNLOAD_MAP_USER: 'a',
      AMAP_WEB_SERVER: 's',
      OTHER: { deep: [1] },
      MAP_TILES: ['https://a.example/{z}/{x}/{y}', 'https://b.example/{z}/{x}/{y}'],
      MAP_TILES_CREDIT: 'City',
    };
    const { providers } = readMapList(config);
    const order = ['osm', 'embedded', 'tiles'];
    const written = writeMapList(config, { providers: [osm, ...providers], order });
    expect(written).toMatchObject(config);
    expect(written['MAP_PROVIDERS']).toMatchObject([{ id: 'osm' }, { id: 'embedded' }, { id: 'tiles' }]);
    const again = readMapList(written);
    expect(again.order).toEqual(order);
    expect(again.providers).toEqual([osm, ...providers]);
    // An address that is changed in the parameter itself counts.
    const changed = readMapList({ ...written, MAP_TILES: '/own/{z}/{x}/{y}' });
    expect(changed.providers[1]?.tiles).toEqual(['/own/{z}/{x}/{y}']);
    expect(readMapList({ ...written, MAP_TILES: '' }).order).toEqual(['osm', 'embedded']);
  });

  it('lose the old keys with their map', () => {
    const config = { UNLOAD_MAP_USER: '', MAP_TILES: '/t/{z}/{x}/{y}', MAP_TILES_CREDIT: 'x' };
    expect(writeMapList(config, { providers: [], order: ['embedded'] })).toEqual({ UNLOAD_MAP_USER: '' });
  });

  it('keep the labels of the first own map, with its key', () => {
    const plain = toProvider({
      id: 'tiles',
      name: 'City',
      preset: 'xyz',
      tiles: ['https://t.example/{z}/{x}/{y}?k={key}'],
      labels: 'https://t.example/names/{z}/{x}/{y}?k={key}',
      key: 'a b',
    });
    const written = writeMapList({}, { providers: [plain], order: ['tiles', 'embedded'] });
    expect(written['MAP_TILES']).toBe('https://t.example/{z}/{x}/{y}?k=a%20b');
    expect(readMapList(written).providers).toMatchObject([
      { id: 'tiles', labels: 'https://t.example/names/{z}/{x}/{y}?k=a%20b' },
    ]);
  });

  const subdomains = 'https://{s}.example/{z}/{x}/{y}';
  const noted = { note: { deep: 1 } };
  it.each([
    [{ MAP_TILES: subdomains, MAP_TILES_CREDIT: 'City' }, []],
    [
      { MAP_TILES: subdomains, MAP_PROVIDERS: [{ id: 'tiles', name: 'City' }] },
      [{ id: 'tiles', name: 'City' }],
    ],
    [{ MAP_TILES: ['/t/{z}/{x}/{y}', subdomains] }, [{ id: 'tiles' }]],
    [{ MAP_PROVIDERS: [{ id: 'a', ...noted }, 'y'] }, [{ id: 'a', ...noted }, 'y']],
    [{ MAP_PROVIDERS: [{ ...osm, id: 'b', ...noted }] }, [{ id: 'b', ...noted }]],
    [{ MAP_PROVIDERS: [{ id: 'embedded', ...noted }] }, [{ id: 'embedded', ...noted }]],
    [{ MAP_PROVIDERS: 'x' }, ['x']],
  ])('keep what cannot be read when others are saved: %j', (config, kept) => {
    const { providers, order } = readMapList(config);
    const written = writeMapList(config, { providers: [...providers, osm], order: [...order, 'osm'] });
    const entries = [written['MAP_PROVIDERS']].flat();
    const others = Object.entries(config).filter(([key]) => key !== 'MAP_PROVIDERS');
    expect(written).toMatchObject(Object.fromEntries(others));
    for (const entry of kept)
      expect(entries).toContainEqual(typeof entry === 'string' ? entry : expect.objectContaining(entry));
    expect(readMapList(written).order).toEqual([...order, 'osm']);
  });

  it('leave out entries that cannot be used', () => {
    const broken = [
      { ...osm, tiles: ['x'] },
      'y',
      null,
      { ...osm, id: 'b', minZoom: 9, maxZoom: 3 },
      osm,
      osm,
    ];
    expect(readMapList({ MAP_PROVIDERS: broken })).toEqual({ providers: [osm], order: ['osm', 'embedded'] });
  });
});

describe('a provider', () => {
  it.each([
    [{ name: ' ' }, { name: 'name' }],
    [{ tiles: [] }, { tiles: 'address' }],
    [{ tiles: ['https://t.example/tiles.json'] }, { tiles: 'address' }],
    [{ preset: 'pmtiles' as const }, { tiles: 'file' }],
    [{ preset: 'openfreemap' as const }, { tiles: 'tilejson' }],
    [{ labels: 'x' }, { labels: 'labels' }],
    [{ tiles: ['/{z}/{x}/{y}?k={key}'] }, { key: 'key' }],
    [{ minZoom: 5, maxZoom: 4 }, { maxZoom: 'zoom' }],
    [
      { minZoom: 1.5, maxZoom: 30 },
      { minZoom: 'zoom', maxZoom: 'zoom' },
    ],
    [{ credit: 'x'.repeat(201) }, { credit: 'credit' }],
    [{ preset: 'pmtiles' as const, tiles: ['/maps/a.pmtiles'], crs: 'GCJ-02' as const }, { crs: 'crs' }],
  ])('with %j is refused beside the field', (changes, problems) =>
    expect(findProviderProblems({ ...osm, ...changes })).toEqual(problems),
  );
});

it.each([
  [undefined, undefined],
  [[], undefined],
  [[osm, { id: 'embedded' }, { id: 'tiles' }], undefined],
  ['x', '1'],
  [[osm, {}], '2'],
  [[{ ...osm, crs: 'GCJ-02', tiles: ['nonsense'] }], 'osm'],
  [[osm, osm], 'osm'],
])('the first unusable entry of %j is %s', (value, wrong) =>
  expect(findInvalidProvider({ MAP_PROVIDERS: value })).toBe(wrong),
);
