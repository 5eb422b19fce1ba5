import type { MapStart } from '@limpid/contract/map/start';
import type { ProviderId, StartView } from '../../map/map.ts';
import type { MapView } from './map-view.ts';

/** Before anything is known of places: most of the land. */
const world = { center: [60, 30], zoom: 1.5 } as const;
/** Near enough to tell a town's sites from each other. */
export const townZoom = 8;

/** Where the map starts: where its address says, else where the installation wants it. */
export function chooseStart({ centre, zoom }: Pick<MapView, 'centre' | 'zoom'>, wanted: MapStart): StartView {
  if (centre) return { center: centre, zoom: zoom ?? townZoom };
  if (wanted.center) return { center: wanted.center, zoom: wanted.zoom };
  return { ...world, adcode: wanted.adcode };
}

/** Nobody said where to start: the sites do. Only the vendor's map knows administrative codes. */
export function isUndecided(start: StartView, provider: ProviderId): boolean {
  return start.center === world.center && !(start.adcode && provider === 'amap');
}
