import { readMapSites } from '@limpid/contract/map/sites';
import { readMapStart } from '@limpid/contract/map/start';
import { callEarly } from '../api/early-call.ts';
import { useSession } from '../api/session.ts';
import { findKnownStart } from '../features/map/canvas/known-start.ts';
import { forgetLastView, readLastView } from '../features/map/canvas/last-view.ts';
import { readView } from '../features/map/map-view.ts';
import { readStoredToken } from '../lib/token.ts';
import { chooseHome } from './menu/choose-home.ts';
import { homePath, mapPaths, wallPath } from './menu/content-routes.ts';
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
    ...(pathname === '/gaode' ? [] : [fetchEngine()]),
  ];
  // An error appears where the part is used.
  for (const part of parts) part.catch(() => undefined);
}

/** Loads the engine, and the first tiles if it is known where the map starts. */
async function fetchEngine(): Promise<void> {
  const { loadFirstTiles } = await import('../map/maplibre/maplibre-map.ts');
  // The wall screen starts at a place of its tour.
  if (location.pathname === wallPath) return;
  const start = findKnownStart(readView(new URLSearchParams(location.search)), {
    last: readLastView(readPerson()),
    wanted: readMapStart(useSession.getState().customConfig),
  });
  if (start) await loadFirstTiles(start, { width: innerWidth, height: innerHeight });
}

/** The last person of this device has moved a map; others may have another home. */
function hasSeenMap(): boolean {
  return readLastView(readPerson()) !== undefined;
}
