import type { MapSnapshot } from '@limpid/contract/map/sites';
import { findPlaces } from '../../../map/find-places.ts';
import type { LngLat, ViewState } from '../../../map/map.ts';

const cityZoom = 10;
/** A place that most maps have. */
export const beijingView: ViewState = { center: [116.397, 39.909], zoom: cityZoom };

/** Where most sites are; Beijing if none has a place. */
export function viewDensest({
  longitude,
  latitude,
}: Pick<MapSnapshot['sites'], 'longitude' | 'latitude'>): ViewState {
  const places = longitude.flatMap((x, at): LngLat[] => {
    const y = latitude[at];
    return typeof x === 'number' && typeof y === 'number' ? [[x, y]] : [];
  });
  const [densest] = findPlaces(places, 1);
  return densest ? { center: densest.center, zoom: cityZoom } : beijingView;
}
