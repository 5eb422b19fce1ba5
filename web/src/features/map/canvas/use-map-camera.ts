import { readMapStart } from '@limpid/contract/map/start';
import { useState } from 'react';
import { useSession } from '../../../api/session.ts';
import { computeBounds } from '../../../map/compute-bounds.ts';
import type { Bounds, LngLat, MapHandle, ProviderId, StartView } from '../../../map/map.ts';
import type { MapView } from '../map-view.ts';
import { chooseStart, isUndecided } from './choose-start.ts';
import { type Frame, isCovered, padCover, withPanel } from './cover.ts';

/** Close enough to show most sites apart from their neighbours, which would cluster with them. */
const siteZoom = 11;

interface Camera {
  start: StartView;
  /** Undefined until it is open. */
  map: MapHandle | undefined;
  /** The visible area; undefined until the map is open. */
  bounds: Bounds | undefined;
  ready: (handle: MapHandle, provider: ProviderId) => void;
  moved: () => void;
  showAll: () => void;
  zoom: (by: number) => void;
  /** Centres a place beside its panel, zoomed in enough to tell it from its neighbours. */
  goTo: (place: LngLat) => void;
  /** Moves the map only if the panel of a place would cover it. */
  reveal: (place: LngLat) => void;
}

interface CameraTargets {
  /** The coordinates of all shown sites. */
  places: readonly LngLat[];
  /** The coordinates of the chosen site. */
  chosen: LngLat | undefined;
  frame: Frame;
}

/** Controls what the map shows: first the view from the address or the settings, then where the person moves. */
export function useMapCamera(view: MapView, { places, chosen, frame }: CameraTargets): Camera {
  const [map, setMap] = useState<MapHandle>();
  const [bounds, setBounds] = useState<Bounds>();
  const wanted = readMapStart(useSession((session) => session.customConfig));
  const [start] = useState(() => chooseStart(view, wanted));
  return {
    start,
    map,
    bounds,
    ready(handle, provider) {
      setMap(handle);
      if (chosen) {
        if (view.centre) revealPlace(handle, chosen, frame);
        else approach(handle, chosen, frame);
      } else if (!view.centre && isUndecided(start, provider)) showPlaces(handle, places, frame);
      setBounds(handle.getBounds());
    },
    moved: () => setBounds(map?.getBounds()),
    showAll: () => map && showPlaces(map, places, frame),
    zoom: (by) => map?.zoomBy(by),
    goTo: (place) => map && approach(map, place, frame),
    reveal: (place) => map && revealPlace(map, place, frame),
  };
}

function showPlaces(map: MapHandle, places: readonly LngLat[], frame: Frame): void {
  const all = computeBounds(places);
  if (all) map.fit(all, { padding: padCover(frame, map.getSize()) });
}

function approach(map: MapHandle, place: LngLat, frame: Frame): void {
  const zoom = Math.max(map.getView().zoom, siteZoom);
  map.moveTo(place, { zoom, padding: padCover(withPanel(frame), map.getSize()) });
}

function revealPlace(map: MapHandle, place: LngLat, frame: Frame): void {
  const [opened, size] = [withPanel(frame), map.getSize()];
  if (isCovered(map.project(place), opened, size)) map.moveTo(place, { padding: padCover(opened, size) });
}
