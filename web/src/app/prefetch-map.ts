import { readMapSites } from '@limpid/contract/map/sites';
import { callEarly } from '../api/early-call.ts';
import { useSession } from '../api/session.ts';
import { readLastView } from '../features/map/canvas/last-view.ts';
import { readStoredToken } from '../lib/token.ts';
import { chooseHome } from './menu/choose-home.ts';
import { homePath, mapPaths } from './menu/content-routes.ts';

/** Home pages show the map to those who have it as their home. */
const homePages = new Set(['/', homePath]);

/** Asks for the sites before the session and the screen of the map have loaded, which would be a chain of nine requests. */
export function prefetchSites(): void {
  const isMap = mapPaths.has(location.pathname) || (homePages.has(location.pathname) && hasSeenMap());
  if (isMap && readStoredToken()) callEarly(readMapSites);
}

/** Loads the screen and the engine of the map at once, if this person has the map. */
export function prefetchMapCode(): void {
  const { pathname } = location;
  if (!mapPaths.has(pathname) && !homePages.has(pathname)) return;
  if (chooseHome(useSession.getState()) !== 'map') return;
  const parts = [
    import('../features/map/MapScreen.tsx'),
    import('../map/open-map.ts'),
    ...(pathname === '/gaode' ? [] : [import('../map/maplibre/maplibre-map.ts')]),
  ];
  // An error appears where the part is used.
  for (const part of parts) part.catch(() => undefined);
}

/** The last person of this device has moved a map; others may have another home. */
function hasSeenMap(): boolean {
  return readLastView(localStorage.getItem('limpid:person') ?? '') !== undefined;
}
