import { findPlaces } from '../../../map/find-places.ts';
import { fitBounds } from '../../../map/fit-bounds.ts';
import type { LngLat, StartView } from '../../../map/map.ts';
import { shiftCenter } from '../../../map/shift-center.ts';
import type { MapView } from '../map-view.ts';
import { type Frame, padCover, type Size, withPanel } from './cover.ts';
import { findKnownStart, type KnownStarts } from './known-start.ts';

/** Shows most of the land, if nothing is known. */
export const world = { center: [60, 30], zoom: 1.5 } as const;
/** A single site is not shown closer than this. */
export const placeZoom = 12;

export interface StartFacts extends KnownStarts {
  /** The chosen site, with the zoom that tells it from its neighbours. */
  chosen: { place: LngLat; zoom: number } | undefined;
  sites: readonly LngLat[];
}

/**
 * Where the map starts: the view in the address, the chosen site, where the person left the map, the installation's setting, or
 * the place with most sites.
 */
export function chooseStart(
  { centre, zoom }: Pick<MapView, 'centre' | 'zoom'>,
  { last, wanted, chosen, sites }: StartFacts,
  { frame, size }: { frame: Frame; size: Size },
): StartView {
  if (chosen && !centre) {
    const padding = padCover(withPanel(frame), size);
    return { center: shiftCenter(chosen.place, chosen.zoom, padding), zoom: chosen.zoom };
  }
  const known = findKnownStart({ centre, zoom }, { last, wanted });
  if (known) return known;
  const [densest] = findPlaces(sites, 1);
  const view = densest
    ? fitBounds(densest.bounds, { size, padding: padCover(frame, size), maxZoom: placeZoom })
    : world;
  return { ...view, adcode: wanted.adcode };
}
