import { type MapStart, readMapStart } from '@limpid/contract/map/start';
import { embeddedId, readMapList, type TileProvider } from '@limpid/contract/map/tile-providers';

/** The map settings of this installation, from `global_custom_config`. */
export interface MapSettings {
  amap: { key: string; code: string } | undefined;
  /** The configured maps of other servers. */
  providers: readonly TileProvider[];
  /** The ids of the providers and of the built-in map; the first is the default. */
  order: readonly string[];
  /** National borders and names of countries on the embedded map. */
  borders: boolean;
  start: MapStart;
}

const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '');

export function readMapSettings(config: Record<string, unknown>): MapSettings {
  const key = text(config['AMAP_WEB_JSAPI']);
  const code = text(config['AMAP_WEB_JSAPICODE']);
  return {
    amap: key && code ? { key, code } : undefined,
    ...readMapList(config),
    borders: config['MAP_BORDERS'] === true || text(config['MAP_BORDERS']) === 'true',
    start: readMapStart(config),
  };
}

/** The looks of the embedded map; `auto` follows the theme of the console. */
const embeddedStyles = ['auto', 'light', 'dark', 'plain'] as const;
type EmbeddedStyle = (typeof embeddedStyles)[number];

/** What is drawn below the sites. */
export interface Basemap {
  id: string;
  /** Undefined for the embedded map alone. */
  provider: TileProvider | undefined;
  style: EmbeddedStyle;
}

const idOf = (style: EmbeddedStyle) => (style === 'auto' ? embeddedId : `${embeddedId}:${style}`);

/** All maps that a person can choose from, the default first. */
export function listBasemaps({ providers, order }: Pick<MapSettings, 'providers' | 'order'>): Basemap[] {
  return order.flatMap((id): Basemap[] => {
    if (id === embeddedId)
      return embeddedStyles.map((style) => ({ id: idOf(style), provider: undefined, style }));
    const provider = providers.find((one) => one.id === id);
    return provider ? [{ id, provider, style: 'auto' }] : [];
  });
}

const embeddedMap: Basemap = { id: embeddedId, provider: undefined, style: 'auto' };

/** The chosen map; the default if nothing was chosen or the choice is not there any more. */
export function chooseBasemap(settings: MapSettings, chosen: string | undefined): Basemap {
  const basemaps = listBasemaps(settings);
  return basemaps.find(({ id }) => id === chosen) ?? basemaps[0] ?? embeddedMap;
}
