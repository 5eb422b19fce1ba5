import { readMapStart } from '@limpid/contract/map/start';
import { useMemo, useState } from 'react';
import { useSession } from '../../../api/session.ts';
import { computeBounds } from '../../../map/compute-bounds.ts';
import type { Bounds, LngLat, MapHandle, StartView, ViewState } from '../../../map/map.ts';
import type { MapView } from '../map-view.ts';
import { chooseStart } from './choose-start.ts';
import { type Frame, findFreeArea, isCovered, padCover, type Size, withPanel } from './cover.ts';
import { keepLastView, readLastView } from './last-view.ts';
import { separateZoom } from './separate-zoom.ts';

interface Camera {
  start: (size: Size) => StartView;
  /** Undefined until it is open. */
  map: MapHandle | undefined;
  /** The visible area; undefined until the map is open. */
  bounds: Bounds | undefined;
  /** The part of it that no panel covers. */
  freeArea: Bounds | undefined;
  ready: (handle: MapHandle) => void;
  moved: (view: ViewState) => void;
  showAll: () => void;
  /** Shows an area between the panels. */
  show: (area: Bounds) => void;
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

/** Controls what the map shows: first where it starts, then where the person moves. */
export function useMapCamera(view: MapView, { places, chosen, frame }: CameraTargets): Camera {
  const [map, setMap] = useState<MapHandle>();
  const [seen, setSeen] = useState<{ bounds: Bounds; size: Size }>();
  const look = (handle: MapHandle) => setSeen({ bounds: handle.getBounds(), size: handle.getSize() });
  const { isNarrow, isCompact = false, isListOpen, hasPanel, scale } = frame;
  const freeArea = useMemo(
    () => seen && findFreeArea(seen.bounds, { isNarrow, isCompact, isListOpen, hasPanel, scale }, seen.size),
    [seen, isNarrow, isCompact, isListOpen, hasPanel, scale],
  );
  const wanted = readMapStart(useSession((session) => session.customConfig));
  const person = useSession(({ user }) => user?.userName) ?? '';
  const show = (area: Bounds | undefined) =>
    area && map?.fit(area, { padding: padCover(frame, map.getSize()) });
  return {
    start: (size) =>
      chooseStart(
        view,
        {
          last: readLastView(person),
          wanted,
          chosen: chosen && { place: chosen, zoom: separateZoom(chosen, places, scale) },
          sites: places,
        },
        { frame, size },
      ),
    map,
    bounds: seen?.bounds,
    freeArea,
    ready(handle) {
      setMap(handle);
      if (chosen && view.centre) revealPlace(handle, chosen, frame);
      look(handle);
    },
    moved(view) {
      keepLastView(person, view);
      if (map) look(map);
    },
    showAll: () => show(computeBounds(places)),
    show,
    zoom: (by) => map?.zoomBy(by),
    goTo: (place) => map && approach(map, place, places, frame),
    reveal: (place) => map && revealPlace(map, place, frame),
  };
}

function approach(map: MapHandle, place: LngLat, places: readonly LngLat[], frame: Frame): void {
  const zoom = Math.max(map.getView().zoom, separateZoom(place, places, frame.scale));
  map.moveTo(place, { zoom, padding: padCover(withPanel(frame), map.getSize()) });
}

function revealPlace(map: MapHandle, place: LngLat, frame: Frame): void {
  const [opened, size] = [withPanel(frame), map.getSize()];
  if (isCovered(map.project(place), opened, size)) map.moveTo(place, { padding: padCover(opened, size) });
}
