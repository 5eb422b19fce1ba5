import { listTileLayers, readMapList } from '@limpid/contract/map/tile-providers';
import {
  basePolicy,
  type ContentPolicy,
  extendPolicy,
  formatPolicy,
} from '../platform/http/content-policy.ts';
import { isObject, parseJson } from '../platform/json.ts';

const amapHosts = ['https://*.amap.com', 'https://*.autonavi.com'];
/** The AMap library needs eval and blob workers; only the page that shows it allows them. */
const amapPolicy: ContentPolicy = {
  'script-src': ['https://*.amap.com', "'unsafe-eval'"],
  'style-src': ['https://*.amap.com'],
  'img-src': amapHosts,
  'font-src': ['https://*.amap.com'],
  'connect-src': amapHosts,
  'worker-src': ['blob:'],
};

/** The content security policy of a page, widened only for the maps in `global_custom_config`. */
export function writePagePolicy(path: string, customConfig: string | undefined): string {
  const config = parseJson(customConfig ?? '{}');
  if (!isObject(config)) return formatPolicy(basePolicy);
  const origins = listOrigins(readMapList(config).providers.flatMap((map) => listTileLayers(map).flat()));
  const policy =
    origins.length > 0
      ? extendPolicy(basePolicy, { 'connect-src': origins, 'img-src': origins })
      : basePolicy;
  const hasKeys = Boolean(config['AMAP_WEB_JSAPI'] && config['AMAP_WEB_JSAPICODE']);
  const isAmapPage = /^\/gaode\/?$/.test(path);
  return formatPolicy(hasKeys && isAmapPage ? extendPolicy(policy, amapPolicy) : policy);
}

/** The origins of tile servers; addresses of this server are left out. */
function listOrigins(addresses: readonly string[]): string[] {
  const origins = addresses
    .map((address) => URL.parse(address))
    .filter((url) => url !== null && /^https?:$/.test(url.protocol))
    .map((url) => url?.origin ?? '');
  // A host may contain characters with a meaning in a policy.
  return [...new Set(origins)].filter((origin) => /^https?:\/\/[\w.:[\]-]+$/.test(origin));
}
