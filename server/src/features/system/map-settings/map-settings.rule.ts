import { createHash } from 'node:crypto';
import { fail } from '@limpid/contract/errors';
import type { Input } from '@limpid/contract/kit/endpoint';
import { readMapStart } from '@limpid/contract/map/start';
import {
  embeddedId,
  findProviderProblems,
  type ProviderField,
  readMapList,
  type TileProvider,
  toProvider,
  writeMapList,
} from '@limpid/contract/map/tile-providers';
import type { StoredMapSettings, saveMapSettings } from '@limpid/contract/system/map-settings';
import { isObject, parseJson } from '../../../platform/json.ts';

type Config = Record<string, unknown>;
export type MapSettingsChanges = Input<typeof saveMapSettings>['body'];

const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '');

/** A value that is no JSON object came past the checks of the parameter; it is shown as empty and never overwritten. */
function parseConfig(value: string): Config {
  const config = parseJson(value || '{}');
  return isObject(config) ? config : {};
}

const revisionOf = (value: string) => createHash('sha256').update(value).digest('hex').slice(0, 16);

/** The map settings in the value of `global_custom_config`. */
export function readStoredSettings(value: string): StoredMapSettings {
  const config = parseConfig(value);
  const { center, zoom } = readMapStart(config);
  return {
    revision: revisionOf(value),
    ...readMapList(config),
    amapKey: text(config['AMAP_WEB_JSAPI']),
    amapCode: text(config['AMAP_WEB_JSAPICODE']),
    borders: config['MAP_BORDERS'] === true || text(config['MAP_BORDERS']) === 'true',
    longitude: center?.[0] ?? null,
    latitude: center?.[1] ?? null,
    zoom: center ? zoom : null,
  };
}

/** The new value of `global_custom_config`; keys that are not about these settings stay as they are. */
export function applySettings(value: string, changes: MapSettingsChanges): string {
  if (changes.revision !== revisionOf(value)) fail('map_settings.changed');
  if (!isObject(parseJson(value || '{}'))) fail('map_settings.unreadable');
  const config = applyMaps(parseConfig(value), changes);
  const { amapKey, amapCode, borders } = changes;
  if (amapKey !== undefined) config['AMAP_WEB_JSAPI'] = amapKey ?? '';
  if (amapCode !== undefined) config['AMAP_WEB_JSAPICODE'] = amapCode ?? '';
  // Other settings can be saved though half a pair came past these checks.
  const isPairChanged = amapKey !== undefined || amapCode !== undefined;
  if (isPairChanged && Boolean(config['AMAP_WEB_JSAPI']) !== Boolean(config['AMAP_WEB_JSAPICODE']))
    fail('map_settings.amap', {}, config['AMAP_WEB_JSAPI'] ? 'amapCode' : 'amapKey');
  if (borders !== undefined) config['MAP_BORDERS'] = borders;
  if (changes.longitude !== undefined) applyStart(config, changes);
  const written = JSON.stringify(config);
  if (written.length > 10_000) fail('map_settings.too_long');
  return written;
}

function applyMaps(config: Config, changes: MapSettingsChanges): Config {
  if (!changes.providers && !changes.order) return { ...config };
  const before = readMapList(config);
  const providers = changes.providers?.map((given) => checkProvider(toProvider(given))) ?? before.providers;
  const known = [...providers.map(({ id }) => id), embeddedId];
  const wanted = (changes.order ?? before.order).filter((id) => known.includes(id));
  return writeMapList(config, { providers, order: [...new Set([...wanted, ...known])] });
}

function checkProvider(provider: TileProvider): TileProvider {
  const problems = findProviderProblems(provider);
  // These are the keys of the problems.
  const [field] = Object.keys(problems) as ProviderField[];
  const problem = field && problems[field];
  if (problem) fail(`map_provider.${problem}`, {}, field);
  return provider;
}

function applyStart(config: Config, { longitude, latitude, zoom }: MapSettingsChanges): void {
  // The zoom may have been given in words.
  for (const key of ['MAP_CENTER', 'MAP_ZOOM', 'MAP_LEVEL']) delete config[key];
  if (longitude === null) return;
  const isWithin = (value: number | null | undefined, limit: number) =>
    typeof value === 'number' && Math.abs(value) <= limit;
  const isZoom = typeof zoom === 'number' && zoom >= 1 && zoom <= 18;
  const wrong = !isWithin(longitude, 180)
    ? 'longitude'
    : !isWithin(latitude, 90)
      ? 'latitude'
      : isZoom
        ? undefined
        : 'zoom';
  if (wrong) fail('map_settings.start', {}, wrong);
  config['MAP_CENTER'] = `${longitude},${latitude}`;
  config['MAP_ZOOM'] = zoom;
}
