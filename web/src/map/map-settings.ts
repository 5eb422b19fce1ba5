import { type MapStart, readMapStart } from '@limpid/contract/map/start';

/** The map settings of this installation, from `global_custom_config`. */
export interface MapSettings {
  amap: { key: string; code: string } | undefined;
  tiles: TileSettings | undefined;
  /** National borders and names of countries on the embedded map. */
  borders: boolean;
  start: MapStart;
}

export interface TileSettings {
  /** Templates with {z}, {x} and {y}, or the address of one .pmtiles file. */
  urls: readonly string[];
  credit: string;
}

const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '');

export function readMapSettings(config: Record<string, unknown>): MapSettings {
  const key = text(config['AMAP_WEB_JSAPI']);
  const code = text(config['AMAP_WEB_JSAPICODE']);
  return {
    amap: key && code ? { key, code } : undefined,
    tiles: readTiles(config),
    borders: config['MAP_BORDERS'] === true || text(config['MAP_BORDERS']) === 'true',
    start: readMapStart(config),
  };
}

function readTiles(config: Record<string, unknown>): TileSettings | undefined {
  const given = Array.isArray(config['MAP_TILES']) ? config['MAP_TILES'] : [config['MAP_TILES']];
  const urls = given.map((url: unknown) => toTemplate(text(url))).filter((url) => url !== undefined);
  return urls.length > 0 ? { urls, credit: text(config['MAP_TILES_CREDIT']) } : undefined;
}

/** WMTS services have other names for the three placeholders, in any case. */
function toTemplate(url: string): string | undefined {
  const template = url
    .replace(/\{TileMatrix\}/gi, '{z}')
    .replace(/\{TileCol\}/gi, '{x}')
    .replace(/\{TileRow\}/gi, '{y}');
  const isTemplate = ['{z}', '{x}', '{y}'].every((part) => template.includes(part));
  const address = URL.parse(template, 'https://here.invalid');
  if (!address || !/^https?:$/.test(address.protocol)) return undefined;
  return isTemplate || isPmtiles(template) ? template : undefined;
}

export const isPmtiles = (url: string) => /\.pmtiles(?:$|\?)/i.test(url);
