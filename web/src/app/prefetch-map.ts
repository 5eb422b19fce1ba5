import { readMapSites } from '@limpid/contract/map/sites';
import { callEarly } from '../api/early-call.ts';
import { useSession } from '../api/session.ts';
import { forgetLastView, readLastView } from '../features/map/canvas/last-view.ts';
import { readStoredToken } from '../lib/token.ts';
import { chooseHome } from './menu/choose-home.ts';
import { homePath, mapPaths } from './menu/content-routes.ts';
import { readPerson } from './preferences.ts';

/** Home pages show the map to those who have it as their home. */
const homePages = new Set(['/', homePath]);

/**
 * Asks for the sites, the screen and the engine of the map before the session has loaded, which would be a chain of nine
 * requests.
 */
export function prefetchMap(): void {
  const isMap = mapPaths.has(location.pathname) || (homePages.has(location.pathname) && hasSeenMap());
  if (!isMap || !readStoredToken()) return;
  callEarly(readMapSites);
  // The map may be switched off for somebody who has never seen it.
  if (hasSeenMap()) fetchMapCode();
}

/** Loads the screen and the engine of the map at once, if this person has the map. */
export function prefetchMapCode(): void {
  const { pathname } = location;
  if (!mapPaths.has(pathname) && !homePages.has(pathname)) return;
  if (chooseHome(useSession.getState()) === 'map') return fetchMapCode();
  // The map has been switched off for this person: the next start leaves it out from the beginning.
  forgetLastView(readPerson());
}

function fetchMapCode(): void {
  const { pathname } = location;
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
  return readLastView(readPerson()) !== undefined;
}
