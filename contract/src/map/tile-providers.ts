import {
  type CoordinateSystem,
  coordinateSystems,
  type PresetId,
  presetIds,
  presetOf,
  type TileKind,
} from './map-presets.ts';
import { expandAddress, readTileKind } from './tile-address.ts';

/** One configured map of somebody else's tiles, an entry of `MAP_PROVIDERS`. */
export interface TileProvider {
  id: string;
  name: string;
  preset: PresetId;
  /** Templates; several spread over hosts. */
  tiles: string[];
  /** A template drawn above the tiles; empty for none. */
  labels: string;
  /** Replaces `{key}`. Browsers read it. */
  key: string;
  minZoom: number;
  maxZoom: number;
  crs: CoordinateSystem;
  credit: string;
}

/** The built-in map in the order of maps. */
export const embeddedId = 'embedded';
/** The map of `MAP_TILES` and `MAP_TILES_CREDIT`, which older installations have. */
export const plainTilesId = 'tiles';

export const maxProviders = 20;
const maxTileZoom = 22;
const providerLimits = { name: 60, address: 1000, key: 200, credit: 200 } as const;

export interface MapList {
  providers: TileProvider[];
  /** The ids of the providers and of the built-in map; the first is the default. */
  order: string[];
}

const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '');
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

/** The maps of `global_custom_config`; what cannot be used is left out. */
export function readMapList(config: Record<string, unknown>): MapList {
  const entries = list(config['MAP_PROVIDERS']).filter(isObject);
  const plain = readPlainTiles(config, entries.find(({ id }) => id === plainTilesId) ?? {});
  const providers: TileProvider[] = [];
  const order: string[] = [];
  for (const entry of entries) {
    const id = text(entry['id']);
    if (order.includes(id)) continue;
    const provider = id === plainTilesId ? plain : readEntry(entry);
    if (provider && id !== embeddedId) providers.push(provider);
    if (provider || id === embeddedId) order.push(id);
  }
  if (plain && !order.includes(plainTilesId)) {
    providers.unshift(plain);
    order.unshift(plainTilesId);
  }
  return { providers, order: order.includes(embeddedId) ? order : [...order, embeddedId] };
}

const ownKeys: readonly string[] = ['MAP_TILES', 'MAP_TILES_CREDIT', 'MAP_PROVIDERS'];
const fillKey = (address: string, key: string) => address.replaceAll('{key}', encodeURIComponent(key));

/** The parameter with other maps; everything else in it stays, and so does what `readMapList` cannot use. */
export function writeMapList(
  config: Record<string, unknown>,
  { providers, order }: MapList,
): Record<string, unknown> {
  const others = Object.fromEntries(Object.entries(config).filter(([key]) => !ownKeys.includes(key)));
  const stored = list(config['MAP_PROVIDERS']).filter((entry) => !isBlank(entry));
  const plain = providers.find(({ id }) => id === plainTilesId);
  const [usable, unusable] = splitEntries(stored, (entry) =>
    text(entry['id']) === plainTilesId
      ? (plain ?? readPlainTiles(config, entry)) !== undefined
      : text(entry['id']) === embeddedId || readEntry(entry) !== undefined,
  );
  const entries = order.flatMap((id) => {
    const unknown = pickUnknownKeys(usable.find((entry) => text(entry['id']) === id));
    if (id === embeddedId) return [{ id, ...unknown }];
    const provider = providers.find((one) => one.id === id);
    if (!provider) return [];
    const { tiles, credit, key, labels, ...facts } = provider;
    if (id === plainTilesId)
      return [{ ...facts, ...(labels && { labels: fillKey(labels, key) }), ...unknown }];
    return [{ ...facts, tiles, ...(labels && { labels }), ...(key && { key }), credit, ...unknown }];
  });
  return {
    ...others,
    ...writePlainTiles(config, plain),
    ...(providers.length + unusable.length > 0 && { MAP_PROVIDERS: [...entries, ...unusable] }),
  };
}

/** The keys of older installations. An address that cannot be used stays until another takes its place. */
function writePlainTiles(config: Record<string, unknown>, plain: TileProvider | undefined) {
  const { MAP_TILES: tiles, MAP_TILES_CREDIT: credit } = config;
  const before = readPlainTiles(config, {});
  if (!plain)
    return before || isBlank(tiles)
      ? {}
      : { MAP_TILES: tiles, ...(credit !== undefined && { MAP_TILES_CREDIT: credit }) };
  const addresses = plain.tiles.map((tile) => fillKey(tile, plain.key));
  const isSame = JSON.stringify(addresses) === JSON.stringify(before?.tiles);
  return {
    MAP_TILES: isSame ? tiles : addresses.length === 1 ? addresses[0] : addresses,
    ...(plain.credit && { MAP_TILES_CREDIT: plain.credit }),
  };
}

const isBlank = (value: unknown) => value === undefined || value === null || value === '';

function splitEntries(stored: readonly unknown[], isUsable: (entry: Record<string, unknown>) => boolean) {
  const usable = stored.filter(isObject).filter(isUsable);
  const taken = new Set<unknown>(usable);
  return [usable, stored.filter((entry) => !taken.has(entry))] as const;
}

/** What other programs have added to an entry. */
function pickUnknownKeys(entry: Record<string, unknown> = {}): Record<string, unknown> {
  const known = Object.keys(toProvider({}));
  return Object.fromEntries(Object.entries(entry).filter(([key]) => !known.includes(key)));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readPlainTiles(config: Record<string, unknown>, facts: Record<string, unknown>) {
  const tiles = list(config['MAP_TILES'])
    .map(text)
    .filter((tile) => ['pictures', 'pmtiles'].includes(readTileKind(tile) ?? ''));
  const [first = ''] = tiles;
  if (first === '') return undefined;
  const preset = readTileKind(first) === 'pmtiles' ? 'pmtiles' : 'xyz';
  const named = { name: nameAddress(first), preset, ...facts };
  return readEntry({ ...named, id: plainTilesId, tiles, credit: config['MAP_TILES_CREDIT'] });
}

/** The host of an address, or the name of a file. */
function nameAddress(address: string): string {
  const [first = ''] = expandAddress(address);
  const url = URL.parse(first.replace(/[{}]/g, ''), 'https://here.invalid');
  if (!url) return address;
  return url.hostname === 'here.invalid' ? (url.pathname.split('/').at(-1) ?? '') : url.hostname;
}

function readEntry(entry: Record<string, unknown>): TileProvider | undefined {
  const provider = toProvider(entry);
  return Object.keys(findProviderProblems(provider)).length === 0 ? provider : undefined;
}

/** Completes what is given with the facts of the preset. */
export function toProvider(entry: Record<string, unknown>): TileProvider {
  const preset = presetIds.find((id) => id === entry['preset']) ?? 'xyz';
  const { minZoom, maxZoom, crs } = presetOf(preset);
  const number = (value: unknown, other: number) => (typeof value === 'number' ? value : other);
  return {
    id: text(entry['id']),
    name: text(entry['name']),
    preset,
    tiles: list(entry['tiles']).map(text).filter(Boolean),
    labels: text(entry['labels']),
    key: text(entry['key']),
    minZoom: number(entry['minZoom'], minZoom),
    maxZoom: number(entry['maxZoom'], maxZoom),
    crs: coordinateSystems.find((system) => system === entry['crs']) ?? crs,
    credit: text(entry['credit']),
  };
}

export type ProviderField = Exclude<keyof TileProvider, 'id' | 'preset'>;
/** The texts are `errors.map_provider.<problem>`. */
export type ProviderProblem =
  | 'address'
  | 'credit'
  | 'crs'
  | 'file'
  | 'key'
  | 'labels'
  | 'name'
  | 'tilejson'
  | 'zoom';

const addressProblems: Record<TileKind, ProviderProblem> = {
  pictures: 'address',
  tilejson: 'tilejson',
  pmtiles: 'file',
};

/** What is wrong with a provider, by field. */
export function findProviderProblems(
  provider: TileProvider,
): Partial<Record<ProviderField, ProviderProblem>> {
  const { name, tiles, labels, key, minZoom, maxZoom, crs, credit } = provider;
  const { kind } = presetOf(provider.preset);
  const isAddress = (address: string) =>
    readTileKind(address) === kind && address.length <= providerLimits.address;
  const needsKey = [...tiles, labels].some((address) => address.includes('{key}'));
  const isZoom = (zoom: number) => Number.isInteger(zoom) && zoom >= 0 && zoom <= maxTileZoom;
  return {
    ...((name.trim() === '' || name.length > providerLimits.name) && { name: 'name' }),
    ...((tiles.length === 0 || tiles.length > 10 || !tiles.every(isAddress)) && {
      tiles: addressProblems[kind],
    }),
    ...(labels !== '' && (kind !== 'pictures' || !isAddress(labels)) && { labels: 'labels' }),
    ...(((needsKey && key.trim() === '') || key.length > providerLimits.key) && { key: 'key' }),
    ...(!isZoom(minZoom) && { minZoom: 'zoom' }),
    ...((!isZoom(maxZoom) || maxZoom < minZoom) && { maxZoom: 'zoom' }),
    ...(crs === 'GCJ-02' && kind !== 'pictures' && { crs: 'crs' }),
    ...(credit.length > providerLimits.credit && { credit: 'credit' }),
  };
}

/** The layers of a provider from bottom to top, each with the addresses of its hosts. */
export function listTileLayers({ tiles, labels, key }: Pick<TileProvider, 'tiles' | 'labels' | 'key'>) {
  const base = tiles.flatMap((template) => expandAddress(template, key));
  return labels === '' ? [base] : [base, expandAddress(labels, key)];
}

/** Why the value of `MAP_PROVIDERS` cannot be used: the name or number of the first wrong entry. */
export function findInvalidProvider(config: Record<string, unknown>): string | undefined {
  const value = config['MAP_PROVIDERS'];
  if (value === undefined || value === null || value === '') return undefined;
  if (!Array.isArray(value)) return '1';
  const { order } = readMapList(config);
  const ids = value.map((entry: unknown) => (isObject(entry) ? text(entry['id']) : ''));
  const wrong = ids.findIndex(
    (id, at) =>
      !/^[\w-]{1,40}$/.test(id) || ids.indexOf(id) !== at || !(order.includes(id) || id === plainTilesId),
  );
  if (wrong < 0) return value.length > maxProviders + 1 ? String(maxProviders + 2) : undefined;
  return ids[wrong] || String(wrong + 1);
}
