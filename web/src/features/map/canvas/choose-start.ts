import type { MapStart } from '@limpid/contract/map/start';
import type { ProviderId, StartView } from '../../../map/map.ts';
import type { MapView } from '../map-view.ts';

/** Shows most of the land, until the sites decide. */
const world = { center: [60, 30], zoom: 1.5 } as const;
/** Close enough to tell the sites of a town apart. */
const townZoom = 8;

/** Where the map starts: the view in the address, else the installation's setting. */
export function chooseStart({ centre, zoom }: Pick<MapView, 'centre' | 'zoom'>, wanted: MapStart): StartView {
  if (centre) return { center: centre, zoom: zoom ?? townZoom };
  if (wanted.center) return { center: wanted.center, zoom: wanted.zoom };
  return { ...world, adcode: wanted.adcode };
}

/** Whether the sites decide where the map starts. Only AMap can start at an administrative code. */
export function isUndecided(start: StartView, provider: ProviderId): boolean {
  return start.center === world.center && !(start.adcode && provider === 'amap');
}
