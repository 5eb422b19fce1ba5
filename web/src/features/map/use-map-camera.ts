import { readMapStart } from '@limpid/contract/map/start';
import { useState } from 'react';
import { useSession } from '../../api/session.ts';
import type { Bounds, MapHandle, Padding, ProviderId, StartView } from '../../map/map.ts';
import { chooseStart, isUndecided, townZoom } from './choose-start.ts';
import { boundsOf } from './geometry.ts';
import type { Place } from './map-site.ts';
import type { MapView } from './map-view.ts';

interface Camera {
  start: StartView;
  /** None before it has been opened. */
  map: MapHandle | undefined;
  /** What is seen; none before the map has been opened. */
  bounds: Bounds | undefined;
  ready: (handle: MapHandle, provider: ProviderId) => void;
  moved: () => void;
  showAll: () => void;
  zoom: (by: number) => void;
  /** Beside the panels, and near enough to be told from its neighbours. */
  goTo: (place: Place) => void;
}

/** Where the map looks: from the address or the settings at first, then wherever somebody goes. */
export function useMapCamera(view: MapView, places: readonly Place[], padding: Padding): Camera {
  const [map, setMap] = useState<MapHandle>();
  const [bounds, setBounds] = useState<Bounds>();
  const wanted = readMapStart(useSession((session) => session.customConfig));
  const [start] = useState(() => chooseStart(view, wanted));
  function showAll(handle: MapHandle | undefined): void {
    const all = boundsOf(places);
    if (all) handle?.fit(all, { padding });
  }
  return {
    start,
    map,
    bounds,
    ready(handle, provider) {
      setMap(handle);
      setBounds(handle.getBounds());
      if (!view.centre && isUndecided(start, provider)) showAll(handle);
    },
    moved: () => setBounds(map?.getBounds()),
    showAll: () => showAll(map),
    zoom: (by) => map?.zoomBy(by),
    goTo(place) {
      if (map) map.moveTo(place, { zoom: Math.max(map.getView().zoom, townZoom), padding });
    },
  };
}
