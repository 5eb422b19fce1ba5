import { amapProvider } from './amap/amap-provider.ts';
import {
  MapError,
  type MapHandle,
  type MapOptions,
  type MapProvider,
  type MissingReason,
  type ProviderChoice,
  type ProviderId,
} from './map.ts';
import type { Basemap } from './map-settings.ts';
import { embeddedProvider, tilesProvider } from './maplibre/maplibre-providers.ts';

const providers: Record<ProviderId, MapProvider> = {
  amap: amapProvider,
  tiles: tilesProvider,
  embedded: embeddedProvider,
};

export interface OpenedMap {
  handle: MapHandle;
  provider: ProviderId;
  /** Why the requested map is not the one that is shown. */
  missing: MissingReason | undefined;
}

/** The maps to try in order; the embedded one is always the last. */
export function listProviders(basemap: Basemap, provider: ProviderChoice): ProviderId[] {
  const keyless: ProviderId[] = basemap.provider ? ['tiles', 'embedded'] : ['embedded'];
  return provider === 'amap' ? ['amap', ...keyless] : keyless;
}

/** Opens the first map that is available; rejects with the last `MapError` if there is none, as without WebGL. */
export async function openMap(
  element: HTMLElement,
  order: readonly ProviderId[],
  options: MapOptions,
): Promise<OpenedMap> {
  let [first, last]: [MapError?, MapError?] = [];
  for (const provider of order) {
    const found = await tryProvider(providers[provider], element, options);
    if (!(found instanceof MapError)) return { handle: found, provider, missing: first?.reason };
    first ??= found;
    last = found;
  }
  throw last ?? new MapError('webgl');
}

async function tryProvider(
  provider: MapProvider,
  element: HTMLElement,
  options: MapOptions,
): Promise<MapHandle | MapError> {
  const reason = provider.check(options.settings);
  if (reason !== undefined) return new MapError(reason);
  try {
    return await provider.mount(element, options);
  } catch (error) {
    // The next map needs an empty element.
    element.replaceChildren();
    if (error instanceof MapError) return error;
    throw error;
  }
}
