export const coordinateSystems = ['WGS-84', 'CGCS2000', 'GCJ-02'] as const;
export type CoordinateSystem = (typeof coordinateSystems)[number];

/** What an address leads to: pictures by {z}, {x} and {y}, the description of vector tiles, or one file. */
export type TileKind = 'pictures' | 'tilejson' | 'pmtiles';

interface Preset {
  kind: TileKind;
  /** `{key}` stands for the key, `{0-7}` or `{a-c}` for one of several hosts. Empty for an address of one's own. */
  tiles: string;
  /** Drawn above the tiles. */
  labels: string;
  minZoom: number;
  maxZoom: number;
  crs: CoordinateSystem;
  credit: string;
}

/** A layer of Tianditu in Web Mercator (`w`). */
const tianditu = (layer: string) =>
  `https://t{0-7}.tianditu.gov.cn/${layer}_w/wmts?SERVICE=WMTS&REQUEST=GetTile&VERSION=1.0.0&LAYER=${layer}` +
  '&STYLE=default&TILEMATRIXSET=w&FORMAT=tiles&TILEMATRIX={z}&TILEROW={y}&TILECOL={x}&tk={key}';

const own = { tiles: '', labels: '', minZoom: 0, crs: 'WGS-84', credit: '' } as const;

/** What is known about providers of tiles. Their names are `system.mapSettings.presets.<id>` in the texts. */
export const mapPresets = {
  tianditu: {
    kind: 'pictures',
    tiles: tianditu('vec'),
    labels: tianditu('cva'),
    minZoom: 1,
    maxZoom: 18,
    crs: 'CGCS2000',
    credit: '© 天地图 · 国家地理信息公共服务平台',
  },
  amapTiles: {
    kind: 'pictures',
    tiles:
      'https://webrd0{1-4}.is.autonavi.com/appmaptile?lang=zh_cn&size=1&scale=1&style=8&x={x}&y={y}&z={z}',
    labels: '',
    minZoom: 3,
    maxZoom: 18,
    crs: 'GCJ-02',
    credit: '© 高德地图 AutoNavi',
  },
  openfreemap: {
    kind: 'tilejson',
    tiles: 'https://tiles.openfreemap.org/planet',
    labels: '',
    minZoom: 0,
    maxZoom: 14,
    crs: 'WGS-84',
    credit: 'OpenFreeMap © OpenMapTiles © OpenStreetMap contributors',
  },
  osm: {
    kind: 'pictures',
    tiles: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
    labels: '',
    minZoom: 0,
    maxZoom: 19,
    crs: 'WGS-84',
    credit: '© OpenStreetMap contributors',
  },
  maptiler: {
    kind: 'pictures',
    tiles: 'https://api.maptiler.com/maps/streets-v2/256/{z}/{x}/{y}.png?key={key}',
    labels: '',
    minZoom: 0,
    maxZoom: 20,
    crs: 'WGS-84',
    credit: '© MapTiler © OpenStreetMap contributors',
  },
  xyz: { ...own, kind: 'pictures', maxZoom: 19 },
  wmts: { ...own, kind: 'pictures', maxZoom: 18 },
  pmtiles: { ...own, kind: 'pmtiles', maxZoom: 15 },
} as const satisfies Record<string, Preset>;

export type PresetId = keyof typeof mapPresets;

// These are the keys of the object above.
export const presetIds = Object.keys(mapPresets) as PresetId[];

export const presetOf = (id: PresetId): Preset => mapPresets[id];

/** Presets whose address the operator knows. */
export const isOwnPreset = (id: PresetId) => presetOf(id).tiles === '';
