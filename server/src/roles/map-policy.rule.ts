import { type ContentPolicy, ownPolicy, widenPolicy, writePolicy } from '../platform/http/content-policy.ts';
import { isObject, parseJson } from '../platform/json.ts';

const amapHosts = ['https://*.amap.com', 'https://*.autonavi.com'];
/** The vendor's map builds functions from text and starts workers of its own. Only the page that shows it lets it. */
const amapPolicy: ContentPolicy = {
  'script-src': ['https://*.amap.com', "'unsafe-eval'"],
  'style-src': ['https://*.amap.com'],
  'img-src': amapHosts,
  'font-src': ['https://*.amap.com'],
  'connect-src': amapHosts,
  'worker-src': ['blob:'],
};

/** What a page may load, given the maps that `global_custom_config` names: nothing more than it did without any. */
export function writePagePolicy(path: string, customConfig: string | undefined): string {
  const config = parseJson(customConfig ?? '{}');
  if (!isObject(config)) return writePolicy(ownPolicy);
  const origins = readOrigins(config['MAP_TILES']);
  const policy =
    origins.length > 0 ? widenPolicy(ownPolicy, { 'connect-src': origins, 'img-src': origins }) : ownPolicy;
  const hasKeys = Boolean(config['AMAP_WEB_JSAPI'] && config['AMAP_WEB_JSAPICODE']);
  const isAmapPage = /^\/gaode\/?$/.test(path);
  return writePolicy(hasKeys && isAmapPage ? widenPolicy(policy, amapPolicy) : policy);
}

/** The servers of tiles. An address of this site needs no word, and what is none gets none. */
function readOrigins(tiles: unknown): string[] {
  const list: unknown[] = Array.isArray(tiles) ? tiles : [tiles];
  const origins = list
    .filter((url) => typeof url === 'string')
    .map((url) => URL.parse(url.trim()))
    .filter((url) => url !== null && /^https?:$/.test(url.protocol))
    .map((url) => url?.origin ?? '');
  // A host may hold characters that mean something in a policy.
  return [...new Set(origins)].filter((origin) => /^https?:\/\/[\w.:[\]-]+$/.test(origin));
}
