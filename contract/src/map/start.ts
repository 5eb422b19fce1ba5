import { parseCoordinatePair } from '../site/coordinates.ts';

/** Initial zoom by administrative level; the whole world is 512 pixels wide at zoom 0. */
const levelZooms = { country: 3.5, province: 6, city: 9, district: 10.5 } as const;

type MapLevel = keyof typeof levelZooms;

/** The configured initial view of the map, from `global_custom_config`. */
export interface MapStart {
  /** Longitude and latitude, WGS-84. */
  center: readonly [longitude: number, latitude: number] | undefined;
  zoom: number;
  /** An administrative code, for maps that support them. */
  adcode: string | undefined;
  /** The vendor's name of a style. */
  style: string;
}

const readers = {
  MAP_CENTER: readCenter,
  MAP_ZOOM: readZoom,
  MAP_LEVEL: readLevel,
  MAP_ADCODE: (value: unknown) => readText(value, /^\d{6}$/),
  MAP_STYLE: (value: unknown) => readText(value, /^[\w-]{1,64}$/),
};

export type MapStartKey = keyof typeof readers;

/** Invalid settings count as missing. */
export function readMapStart(config: Record<string, unknown>): MapStart {
  const level = readLevel(config['MAP_LEVEL']) ?? 'district';
  return {
    center: readCenter(config['MAP_CENTER']),
    zoom: readZoom(config['MAP_ZOOM']) ?? levelZooms[level],
    adcode: readers.MAP_ADCODE(config['MAP_ADCODE']),
    style: readers.MAP_STYLE(config['MAP_STYLE']) ?? 'normal',
  };
}

/** The first of these settings that is given but invalid. */
export function findInvalidMapSetting(config: Record<string, unknown>): MapStartKey | undefined {
  const isGiven = (value: unknown) => value !== undefined && value !== null && value !== '';
  // These are the keys of the object above.
  const keys = Object.keys(readers) as MapStartKey[];
  return keys.find((key) => isGiven(config[key]) && readers[key](config[key]) === undefined);
}

function readCenter(value: unknown): MapStart['center'] {
  const pair = parseCoordinatePair(Array.isArray(value) ? value.join(',') : String(value ?? ''));
  if (!pair || Math.abs(pair.longitude) > 180 || Math.abs(pair.latitude) > 90) return undefined;
  return [pair.longitude, pair.latitude];
}

function readZoom(value: unknown): number | undefined {
  const zoom = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof zoom === 'number' && zoom >= 1 && zoom <= 18 ? zoom : undefined;
}

function readLevel(value: unknown): MapLevel | undefined {
  // These are the keys of the object above.
  const levels = Object.keys(levelZooms) as MapLevel[];
  return levels.find((level) => level === value);
}

function readText(value: unknown, pattern: RegExp): string | undefined {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  return pattern.test(text) ? text : undefined;
}
