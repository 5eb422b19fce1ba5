import type { MapStart } from '@limpid/contract/map/start';
import type { StartView, ViewState } from '../../../map/map.ts';
import type { MapView } from '../map-view.ts';

/** Close enough to tell the sites of a town apart. */
const townZoom = 8;

export interface KnownStarts {
  /** Where the person left the map. */
  last: ViewState | undefined;
  wanted: MapStart;
}

/** Where the map starts if that does not depend on the sites. */
export function findKnownStart(
  { centre, zoom, siteId }: Pick<MapView, 'centre' | 'zoom'> & { siteId?: number | undefined },
  { last, wanted }: KnownStarts,
): StartView | undefined {
  if (centre) return { center: centre, zoom: zoom ?? townZoom };
  if (siteId !== undefined) return undefined;
  return last ?? (wanted.center && { center: wanted.center, zoom: wanted.zoom });
}
