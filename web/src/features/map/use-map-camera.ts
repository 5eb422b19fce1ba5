import { useState } from 'react';
import type { Bounds, MapHandle, Padding, ViewState } from '../../map/map.ts';
import { boundsOf } from './geometry.ts';
import type { Place } from './map-site.ts';
import type { MapView } from './map-view.ts';

/** Before anything is known of places: most of the land. */
const world: ViewState = { center: [60, 30], zoom: 1.5 };
const townZoom = 8;

interface Camera {
  start: ViewState;
  /** None before it has been opened. */
  map: MapHandle | undefined;
  /** What is seen; none before the map has been opened. */
  bounds: Bounds | undefined;
  ready: (handle: MapHandle) => void;
  moved: () => void;
  showAll: () => void;
  zoom: (by: number) => void;
  /** Beside the panels, and near enough to be told from its neighbours. */
  goTo: (place: Place) => void;
}

/** Where the map looks: from the address at first, then wherever somebody goes. */
export function useMapCamera(view: MapView, places: readonly Place[], padding: Padding): Camera {
  const [map, setMap] = useState<MapHandle>();
  const [bounds, setBounds] = useState<Bounds>();
  const [start] = useState(() =>
    view.centre ? { center: view.centre, zoom: view.zoom ?? townZoom } : world,
  );
  function showAll(handle: MapHandle | undefined): void {
    const all = boundsOf(places);
    if (all) handle?.fit(all, { padding });
  }
  return {
    start,
    map,
    bounds,
    ready(handle) {
      setMap(handle);
      setBounds(handle.getBounds());
      if (!view.centre) showAll(handle);
    },
    moved: () => setBounds(map?.getBounds()),
    showAll: () => showAll(map),
    zoom: (by) => map?.zoomBy(by),
    goTo(place) {
      if (map) map.moveTo(place, { zoom: Math.max(map.getView().zoom, townZoom), padding });
    },
  };
}
