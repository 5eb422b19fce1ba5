import { readMapSites } from '@limpid/contract/map/sites';
import { callEarly } from '../../api/early-call.ts';
import { readStoredToken } from '../../lib/token.ts';

const mapPages = new Set(['/home', '/google', '/gaode']);
/** Pages that show the map to those who have it as their home. */
const homePages = new Set(['/', '/index']);

/**
 * Starts everything that the map needs at once: its sites, its screen and its engine. One after another they would be a chain of
 * nine requests. At a home page only for people who have seen the map on this device, because others may have another home.
 */
export function prefetchMap(): void {
  const { pathname } = location;
  const isMap = mapPages.has(pathname) || (homePages.has(pathname) && hasSeenMap());
  if (!isMap || !readStoredToken()) return;
  callEarly(readMapSites);
  const parts = [
    import('../../features/map/MapScreen.tsx'),
    import('../../map/open-map.ts'),
    ...(mapPages.has(pathname) ? [import('./MapPage.tsx')] : []),
    ...(pathname === '/gaode' ? [] : [import('../../map/maplibre/maplibre-map.ts')]),
  ];
  // An error appears where the part is used.
  for (const part of parts) part.catch(() => undefined);
}

/** The last person of this device has moved a map. */
function hasSeenMap(): boolean {
  const person = localStorage.getItem('limpid:person') ?? '';
  return localStorage.getItem(`limpid:${person}:mapView`) !== null;
}
